const retryAfterMilliseconds = 2_000 // spec §8
/** The longest Retry-After of a 429 that is waited for; above it, the error is shown. */
const patienceMilliseconds = 10_000

const retriable = new Set([429, 502, 503, 504])

/** `undefined` is no response: a network error or a time-out. */
export function isRetriable(response: Response | undefined): boolean {
  if (response === undefined) return true
  if (!retriable.has(response.status)) return false
  return response.status !== 429 || waitOf(response) <= patienceMilliseconds
}

export function retryDelay(response: Response | undefined): Promise<void> {
  const milliseconds = response?.status === 429 ? waitOf(response) : retryAfterMilliseconds
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Retry-After in seconds; without one, the ordinary 2 s. */
function waitOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : retryAfterMilliseconds
}
