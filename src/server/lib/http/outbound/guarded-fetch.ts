import { type buildConnector, Client, type Dispatcher, Pool } from 'undici'

import type { Fault } from '#contract/base/faults.ts'

import { checkUrl, type Reach } from './allowed-url.ts'
import { describeFault } from './describe-fault.ts'
import { AddressRefused, makeGuardedConnector } from './guarded-connector.ts'
import { toFault } from './to-fault.ts'
import { unpackBody } from './unpack-body.ts'

export type GuardedRequest = Reach & {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as a form. */
  form?: URLSearchParams
  /** Sent as JSON, just as it is: its signature is over these bytes. */
  json?: string
  /** Sent as it is, of the type that `headers` say. */
  bytes?: Buffer
  headers?: Readonly<Record<string, string>>
  /** For all of it, connecting included, which has a shorter limit of its own. */
  timeoutMs: number
  bytesMax: number
  /**
   * A connection of its own. A kept one may be closed by the other end at the moment it is used, which looks
   * the same as a server that took the call and died: for calls that must be made at most once.
   */
  isFresh?: boolean
  connectTimeoutMs?: number
  /** Aborted: what was not sent is not sent any more, and nobody waits for the answer to what was. */
  signal?: AbortSignal | undefined
  /** Asked on the connected socket, with nothing but the writing after it. A sentence keeps the request from leaving. */
  refuseStart?: (() => string | undefined) | undefined
  /** Told how it ended, and what it took. */
  observe?: ReturnType<ObserveCalls> | undefined
}

/** For an account: what each call to it took, by the call's name. */
export type ObserveCalls = (call: string) => (seen: { answer: GuardedAnswer; seconds: number }) => void

/**
 * What became of one try; `error` says the fault in English, for records. Redirects are answers like any other, `location` is where they lead: never followed. `date` is what time it is there.
 */
export type GuardedAnswer =
  | {
      kind: 'answered'
      status: number
      body: Buffer
      location?: string | undefined
      date?: string | undefined
    }
  /** Not a byte of the request left: a refused address, DNS, connecting, TLS. */
  | { kind: 'not_sent'; error: string; fault: Fault; isRefused: boolean }
  /** The other end may have received it: a timeout, a reset, an answer cut short or too large. */
  | { kind: 'unknown'; error: string; fault: Fault }

type Line = { connector: buildConnector.connector; pool: Pool }

/** Lines to that many origins are kept; an operator has a handful of providers. */
const LINES_MAX = 50
const lines = new Map<string, Line>()

/**
 * The one way out to addresses that an operator typed. Never throws, never tries twice. Longer than most: from the check of
 * the address to the last byte of the answer it is one walk, on which "nothing was sent" has to be certain.
 */
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
    return { kind: 'not_sent', ...told({ code, details: {} }), isRefused: true }
  }
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

/** It was ended here, in our own words. */
class Ended extends Error {
  override name = 'Ended'
  readonly fault: Fault

  constructor(fault: Fault, sentence = describeFault(fault)) {
    super(sentence)
    this.fault = fault
  }
}

/**
 * `onRequestStart` comes on a connected socket, and undici writes in the same turn unless it is aborted there: what
 * fails earlier was not sent.
 */
function exchange(dispatcher: Dispatcher, url: URL, request: GuardedRequest): Promise<GuardedAnswer> {
  return new Promise((resolve) => {
    let started: Dispatcher.DispatchController | undefined
    let ended: Ended | undefined
    let status = 0
    let encoding = ''
    let location: string | undefined
    let date: string | undefined
    let size = 0
    let isWhole = false
    const chunks: Buffer[] = []
    const answer = (given: GuardedAnswer) => {
      clearTimeout(deadline)
      request.signal?.removeEventListener('abort', stop)
      resolve(given)
    }
    const fail = (error: Error) => {
      const why = error instanceof Ended ? { error: error.message, fault: error.fault } : told(toFault(error))
      const isRefused = error instanceof AddressRefused
      answer(started === undefined ? { kind: 'not_sent', ...why, isRefused } : { kind: 'unknown', ...why })
    }
    // Without a socket there is nothing to cut: it is over at once, and the socket comes too late.
    const end = (code: 'no_answer' | 'stopped' | 'answer_too_large') => {
      if (isWhole) return
      ended ??= new Ended({ code, details: {} })
      if (started === undefined) fail(ended)
      else started.abort(ended)
    }
    // After a sleep of the process its timers come before what has arrived meanwhile: an answer is read first.
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
          // Some panels refuse callers that name no browser.
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
          if (refusal !== undefined) ended = new Ended({ code: 'stopped', details: {} }, refusal)
          if (ended !== undefined) return controller.abort(ended)
          started = controller
        },
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode
          encoding = String(headers['content-encoding'] ?? '')
          if (status >= 300 && status < 400) location = readLocation(headers['location'], url)
          if (headers['date'] !== undefined) date = String(headers['date'])
        },
        onResponseData(_controller, chunk) {
          size += chunk.length
          if (size > request.bytesMax) end('answer_too_large')
          else chunks.push(chunk)
        },
        onResponseEnd() {
          isWhole = true // what is still to be done is done here
          void unpackBody(Buffer.concat(chunks), encoding, request.bytesMax).then((body) =>
            answer(
              body === undefined
                ? { kind: 'unknown', ...told({ code: 'answer_packed', details: {} }) }
                : { kind: 'answered', status, body, location, date },
            ),
          )
        },
        onResponseError: (_controller, error) => fail(error),
      },
    )
  })
}

/** As an address that a person may enter: what is asked there, and as whom, is left out. */
function readLocation(header: string | string[] | undefined, from: URL): string | undefined {
  const url = URL.parse(Array.isArray(header) ? (header[0] ?? '') : (header ?? ''), from)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && header !== undefined ? `${url.origin}${url.pathname}`.slice(0, 200) : undefined
}

function told(fault: Fault): { error: string; fault: Fault } {
  return { error: describeFault(fault), fault }
}
