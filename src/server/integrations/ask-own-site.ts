import { type GuardedAnswer, guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

const TIMEOUT_MS = 7_000
const CONNECT_TIMEOUT_MS = 4_000
const BYTES_MAX = 16_384

/** GET of this installation's own site through its public URL, wherever that leads. */
export async function askOwnSite({
  publicUrl,
  path,
  headers,
}: {
  /** An origin. */
  publicUrl: string
  path: string
  headers: Readonly<Record<string, string>>
}): Promise<GuardedAnswer> {
  return guardedFetch({
    url: `${publicUrl}${path}`,
    method: 'GET',
    headers,
    // The operator's own origin, which may be in a private network.
    allowedOrigin: publicUrl,
    timeoutMs: TIMEOUT_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    bytesMax: BYTES_MAX,
    isFresh: true,
  })
}
