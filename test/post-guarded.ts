import { guardedFetch, type GuardedRequest } from '#server/lib/http/outbound/guarded-fetch.ts'

/** The answer's body as text. */
export async function post(origin: string, own: Partial<GuardedRequest> = {}) {
  const outcome = await guardedFetch({
    url: `${origin}/api/v2`,
    method: 'POST',
    form: new URLSearchParams({ key: 'k', action: 'add' }),
    timeoutMs: 1_000,
    bytesMax: 10_000,
    isFresh: true,
    allowedOrigin: origin,
    ...own,
  })
  return outcome.kind === 'answered' ? { ...outcome, body: String(outcome.body) } : outcome
}
