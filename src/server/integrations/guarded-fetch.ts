import { type buildConnector, Client, type Dispatcher, Pool } from 'undici'

import { checkUrl, type Reach } from './allowed-url.ts'
import { decodeBody } from './decode-body.ts'
import { AddressRefused, makeGuardedConnector } from './guarded-connector.ts'

export type GuardedRequest = Reach & {
  url: string
  method: 'GET' | 'POST'
  /** Sent as a form. */
  form?: URLSearchParams
  /** Sent as JSON, just as it is: its signature is over these bytes. */
  json?: string
  headers?: Readonly<Record<string, string>>
  /** From the first byte sent to the last one read; connecting has a limit of its own. */
  timeoutMs: number
  bytesMax: number
  /**
   * A connection of its own. A kept one may be closed by the other end at the moment it is used, which looks
   * the same as a server that took the call and died: for calls that must be made at most once.
   */
  isFresh?: boolean
  connectTimeoutMs?: number
}

/** What became of one try. Redirects are answers like any other: they are never followed. */
export type GuardedAnswer =
  | { kind: 'answered'; status: number; body: string }
  /** Not a byte of the request left: a refused address, DNS, connecting, TLS. */
  | { kind: 'not_sent'; error: string; isRefused: boolean }
  /** The other end may have received it: a timeout, a reset, an answer cut short or too large. */
  | { kind: 'unknown'; error: string }

type Line = { connector: buildConnector.connector; pool: Pool }

/** Lines to that many origins are kept; an operator has a handful of providers. */
const LINES_MAX = 50
const lines = new Map<string, Line>()

/** The one way out to addresses that an operator typed (field notes 5). Never throws, never tries twice. */
export async function guardedFetch(request: GuardedRequest): Promise<GuardedAnswer> {
  const checked = checkUrl(request.url, request)
  if ('refusal' in checked) return { kind: 'not_sent', error: checked.refusal, isRefused: true }
  const { url } = checked
  const line = lineTo(url.origin, request)
  if (request.isFresh !== true) return exchange(line.pool, url, request)
  const client = new Client(url.origin, { connect: line.connector, allowH2: false })
  try {
    return await exchange(client, url, request)
  } finally {
    void client.destroy().catch(() => undefined)
  }
}

/** Ends the kept connections. */
export async function closeGuardedLines(): Promise<void> {
  const open = [...lines.values()]
  lines.clear()
  await Promise.all(open.map(({ pool }) => pool.destroy()))
}

function lineTo(
  origin: string,
  { allowedOrigin, allowedNetworks = [], connectTimeoutMs }: GuardedRequest,
): Line {
  const isGuarded = origin !== allowedOrigin
  // A kept line goes to an address that was found good for these networks, and is for no others.
  const guard = isGuarded ? `guarded ${allowedNetworks.map((network) => network.join('/')).join()}` : 'own'
  const key = `${guard} ${connectTimeoutMs ?? ''} ${origin}`
  const known = lines.get(key)
  lines.delete(key)
  const connector = known?.connector ?? makeGuardedConnector({ isGuarded, allowedNetworks, connectTimeoutMs })
  const line = known ?? { connector, pool: new Pool(origin, { connect: connector, allowH2: false }) }
  lines.set(key, line) // the last used one is the last
  const [oldest] = lines.entries()
  if (lines.size > LINES_MAX && oldest !== undefined) {
    lines.delete(oldest[0])
    void oldest[1].pool.close().catch(() => undefined)
  }
  return line
}

/** `onRequestStart` comes on a connected socket, just before the first byte is written: what fails earlier was not sent. */
function exchange(dispatcher: Dispatcher, url: URL, request: GuardedRequest): Promise<GuardedAnswer> {
  return new Promise((resolve) => {
    let isStarted = false
    let deadline: NodeJS.Timeout | undefined
    let status = 0
    let encoding = ''
    let size = 0
    const chunks: Buffer[] = []
    const fail = (error: Error) => {
      clearTimeout(deadline)
      const sentence = describe(error)
      const isRefused = error instanceof AddressRefused
      resolve(
        isStarted ? { kind: 'unknown', error: sentence } : { kind: 'not_sent', error: sentence, isRefused },
      )
    }
    dispatcher.dispatch(
      {
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: {
          accept: 'application/json, text/plain, */*',
          'accept-encoding': 'identity',
          // Some panels refuse callers that name no browser.
          'user-agent': 'Mozilla/5.0 (compatible; TallyAndReach/1.0)',
          ...(request.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        body: request.json ?? request.form?.toString() ?? null,
        reset: request.isFresh === true,
        headersTimeout: request.timeoutMs + 1_000,
        bodyTimeout: request.timeoutMs + 1_000,
      },
      {
        onRequestStart(controller) {
          isStarted = true
          deadline = setTimeout(() => controller.abort(new Error('no answer in time')), request.timeoutMs)
        },
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode
          encoding = String(headers['content-encoding'] ?? '')
        },
        onResponseData(controller, chunk) {
          size += chunk.length
          if (size > request.bytesMax) controller.abort(new Error('the answer is too large'))
          else chunks.push(chunk)
        },
        onResponseEnd() {
          clearTimeout(deadline)
          const body = decodeBody(Buffer.concat(chunks), encoding, request.bytesMax)
          if (body === undefined) return resolve({ kind: 'unknown', error: 'the answer can not be unpacked' })
          return resolve({ kind: 'answered', status, body })
        },
        onResponseError: (_controller, error) => fail(error),
      },
    )
  })
}

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the server is not known',
  EAI_AGAIN: 'the name of the server can not be looked up now',
  ECONNREFUSED: 'the server refuses connections',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  EHOSTUNREACH: 'the server can not be reached',
  ENETUNREACH: 'the server can not be reached',
  ETIMEDOUT: 'the server does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the server does not answer',
  UND_ERR_SOCKET: 'the connection was closed',
}

/** For logs and staff: our own words and a code, since an error's text may quote what was sent. */
function describe(error: Error): string {
  if (error instanceof AddressRefused) return error.message
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(no answer in time|the answer is too large)$/.test(error.message)) return error.message
  return sentences[code] ?? (code === '' ? 'the connection failed' : `the connection failed (${code})`)
}
