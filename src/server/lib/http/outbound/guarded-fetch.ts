import { type buildConnector, Client, type Dispatcher, Pool } from 'undici'

import type { Fault } from '#contract/base/faults.ts'

import { checkUrl, type Reach } from './allowed-addresses.ts'
import { AddressRefused, makeGuardedConnector } from './guarded-connector.ts'
import { toFault } from './to-fault.ts'
import { unpackBody } from './unpack-body.ts'

export type GuardedRequest = Reach & {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  form?: URLSearchParams
  /** Sent unchanged: a signature may cover these bytes. */
  json?: string
  /** Sent with the content type in `headers`. */
  bytes?: Buffer
  headers?: Readonly<Record<string, string>>
  /** For the whole request, including connecting, which also has a shorter limit. */
  timeoutMs: number
  bytesMax: number
  /**
   * Uses a new connection, for calls that must be made at most once: a pooled one may be closed just as it is used,
   * which looks the same as a server that accepted the call and died.
   */
  isFresh?: boolean
  connectTimeoutMs?: number
  /** When aborted, nothing more is sent, and the response is not awaited. */
  signal?: AbortSignal | undefined
  /** Called on the connected socket, directly before writing. If it returns a fault, nothing is sent. */
  refuseStart?: (() => Fault | undefined) | undefined
  observe?: ReturnType<ObserveCalls> | undefined
}

/** Observes the calls of an account, by the call's name. */
export type ObserveCalls = (call: string) => (seen: { answer: GuardedAnswer; seconds: number }) => void

/**
 * The result of one attempt. Redirects are not followed: they are answers with a `location`. `date` is the server's
 * clock; `etag` names what was stored.
 */
export type GuardedAnswer =
  | {
      kind: 'answered'
      status: number
      body: Buffer
      location?: string | undefined
      date?: string | undefined
      etag?: string | undefined
      /** From writing the request to the first byte of the body; undefined for an empty one. */
      firstByteMs?: number | undefined
    }
  /** Nothing was sent: refused address, DNS, connecting, TLS. */
  | { kind: 'not_sent'; fault: Fault; isRefused: boolean }
  /** The server may have received it: timeout, reset, incomplete or too large answer. */
  | { kind: 'unknown'; fault: Fault }

type Outlet = { connector: buildConnector.connector; pool: Pool }

/** Connection pools are kept for this many origins; an operator has a handful of providers. */
const POOLS_MAX = 50
const outlets = new Map<string, Outlet>()

/** The only way to call URLs that an operator entered. Never throws, never retries. */
export async function guardedFetch(request: GuardedRequest): Promise<GuardedAnswer> {
  const started = performance.now()
  const answer = await tryOnce(request)
  request.observe?.({ answer, seconds: (performance.now() - started) / 1000 })
  return answer
}

async function tryOnce(request: GuardedRequest): Promise<GuardedAnswer> {
  const checked = checkUrl(request.url, request)
  if ('refusal' in checked) {
    const code = checked.refusal === 'not_public' ? 'address_refused' : 'address_odd'
    return { kind: 'not_sent', fault: { code, details: {} }, isRefused: true }
  }
  const { url } = checked
  const outlet = outletTo(url.origin, request)
  if (request.isFresh !== true) return exchange(outlet.pool, url, request)
  const client = new Client(url.origin, { connect: outlet.connector, allowH2: false })
  try {
    return await exchange(client, url, request)
  } finally {
    void client.destroy().catch(() => undefined)
  }
}

/** Closes all pooled connections. */
export async function closeOutboundPools(): Promise<void> {
  const open = [...outlets.values()]
  outlets.clear()
  await Promise.all(open.map(({ pool }) => pool.destroy()))
}

function outletTo(
  origin: string,
  { allowedOrigin, allowedNetworks = [], connectTimeoutMs }: GuardedRequest,
): Outlet {
  const isGuarded = origin !== allowedOrigin
  // A pooled connection was checked against these networks, so the key has them.
  const guard = isGuarded ? `guarded ${allowedNetworks.map((network) => network.join('/')).join()}` : 'own'
  const key = `${guard} ${connectTimeoutMs ?? ''} ${origin}`
  const known = outlets.get(key)
  outlets.delete(key)
  const connector = known?.connector ?? makeGuardedConnector({ isGuarded, allowedNetworks, connectTimeoutMs })
  const outlet = known ?? { connector, pool: new Pool(origin, { connect: connector, allowH2: false }) }
  outlets.set(key, outlet) // in order of last use
  const [oldest] = outlets.entries()
  if (outlets.size > POOLS_MAX && oldest !== undefined) {
    outlets.delete(oldest[0])
    void oldest[1].pool.close().catch(() => undefined)
  }
  return outlet
}

/** The request was aborted on our side. */
class Ended extends Error {
  override name = 'Ended'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.code)
    this.fault = fault
  }
}

/**
 * undici calls `onRequestStart` on a connected socket and writes directly after, unless aborted there. So anything that fails
 * earlier was certainly not sent.
 */
function exchange(dispatcher: Dispatcher, url: URL, request: GuardedRequest): Promise<GuardedAnswer> {
  return new Promise((resolve) => {
    let started: Dispatcher.DispatchController | undefined
    let ended: Ended | undefined
    let status = 0
    let encoding = ''
    let location: string | undefined
    let date: string | undefined
    let etag: string | undefined
    let writtenAt = 0
    let firstByteMs: number | undefined
    let size = 0
    let isWhole = false
    const chunks: Buffer[] = []
    const answer = (given: GuardedAnswer) => {
      clearTimeout(deadline)
      request.signal?.removeEventListener('abort', stop)
      resolve(given)
    }
    const fail = (error: Error) => {
      const fault = error instanceof Ended ? error.fault : toFault(error)
      const isRefused = error instanceof AddressRefused
      answer(started === undefined ? { kind: 'not_sent', fault, isRefused } : { kind: 'unknown', fault })
    }
    // Without a socket there is nothing to abort: fail at once.
    const end = (code: 'no_answer' | 'stopped' | 'answer_too_large') => {
      if (isWhole) return
      ended ??= new Ended({ code, details: {} })
      if (started === undefined) fail(ended)
      else started.abort(ended)
    }
    // After the machine slept, timers fire before received data is read: setImmediate reads the answer first.
    const deadline = setTimeout(() => setImmediate(end, 'no_answer'), request.timeoutMs)
    const stop = () => end('stopped')
    request.signal?.addEventListener('abort', stop)
    if (request.signal?.aborted === true) return stop()
    dispatcher.dispatch(
      {
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: {
          accept: 'application/json, text/plain, */*',
          'accept-encoding': 'identity',
          // Some panels refuse clients that don't look like a browser.
          'user-agent': 'Mozilla/5.0 (compatible; TallyAndReach/1.0)',
          ...(request.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        body: request.json ?? request.form?.toString() ?? request.bytes ?? null,
        reset: request.isFresh === true,
        headersTimeout: request.timeoutMs + 1_000,
        bodyTimeout: request.timeoutMs + 1_000,
      },
      {
        onRequestStart(controller) {
          const refusal = ended === undefined ? request.refuseStart?.() : undefined
          if (refusal !== undefined) ended = new Ended(refusal)
          if (ended !== undefined) return controller.abort(ended)
          started = controller
          writtenAt = performance.now()
        },
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode
          encoding = String(headers['content-encoding'] ?? '')
          if (status >= 300 && status < 400) location = readLocation(headers['location'], url)
          if (headers['date'] !== undefined) date = String(headers['date'])
          if (headers['etag'] !== undefined) etag = String(headers['etag'])
        },
        onResponseData(_controller, chunk) {
          firstByteMs ??= performance.now() - writtenAt
          size += chunk.length
          if (size > request.bytesMax) end('answer_too_large')
          else chunks.push(chunk)
        },
        onResponseEnd() {
          isWhole = true
          void unpackBody(Buffer.concat(chunks), encoding, request.bytesMax).then((body) =>
            answer(
              body === undefined
                ? { kind: 'unknown', fault: { code: 'answer_packed', details: {} } }
                : { kind: 'answered', status, body, location, date, etag, firstByteMs },
            ),
          )
        },
        onResponseError: (_controller, error) => fail(error),
      },
    )
  })
}

/** Without query and credentials, so that it may be shown. */
function readLocation(header: string | string[] | undefined, from: URL): string | undefined {
  const url = URL.parse(Array.isArray(header) ? (header[0] ?? '') : (header ?? ''), from)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && header !== undefined ? `${url.origin}${url.pathname}`.slice(0, 200) : undefined
}
