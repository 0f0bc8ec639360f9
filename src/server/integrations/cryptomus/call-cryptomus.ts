import { request } from 'undici'

import { signBody } from './sign.ts'

/** `url` is the base without a slash at its end, such as https://api.cryptomus.com. */
export type CryptomusAccount = { merchant: string; key: string; url: string }

/** `answered` is any JSON with a status; everything else is `failed`, and nothing may be concluded from it. */
export type CallOutcome =
  | { kind: 'answered'; httpStatus: number; body: Map<string, unknown> }
  | { kind: 'failed'; reason: string }

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 262_144

/** One signed call, without redirects and without a second try: whoever calls decides whether to ask again. */
export async function callCryptomus(
  account: CryptomusAccount,
  path: '/v1/payment' | '/v1/payment/info',
  members: Record<string, unknown>,
): Promise<CallOutcome> {
  const body = JSON.stringify(members)
  try {
    const answer = await request(`${account.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        merchant: account.merchant,
        sign: signBody(body, account.key),
      },
      body,
      // One clock over connecting, waiting and reading: a trickle of bytes does not hold a caller longer.
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await readUpTo(answer.body, ANSWER_BYTES_MAX)
    return toOutcome(answer.statusCode, text)
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) }
  }
}

async function readUpTo(body: AsyncIterable<Buffer>, max: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > max) throw new Error(`the answer is larger than ${max} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function toOutcome(httpStatus: number, text: string): CallOutcome {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { kind: 'failed', reason: `HTTP ${httpStatus} without JSON` }
  }
  if (typeof value !== 'object' || value === null)
    return { kind: 'failed', reason: `HTTP ${httpStatus} without an object` }
  return { kind: 'answered', httpStatus, body: new Map(Object.entries(value)) }
}

/** The cause's own words; they hold addresses and error codes, never the key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code} ` : ''
  return `${code}${error.message}`.slice(0, 300)
}
