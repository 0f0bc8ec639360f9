import { Client, type CustomTypesConfig, Pool, types } from 'pg'

import { cutSilentConnections } from './cut-silent-connections.ts'
import { isInTx, limitEachTx } from './limit-each-tx.ts'
import { makeSocket } from './make-socket.ts'
import { IDLE_IN_TX_MS, STATEMENT_MS } from './statement-limits.ts'

const { DATE, INT8 } = types.builtins
const int8Array = 1016
// pg knows how to read it; its declared list of types only lacks the arrays.
const textArray = 1009 as Parameters<typeof types.getTypeParser>[0]

/** Ids and money outgrow a double; everything else keeps pg's own reading (numeric and date are text, timestamptz a Date). */
const ownTypes: CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    if (oid === INT8) return (text: string) => BigInt(text)
    if (oid === int8Array) return readBigints
    // A day has no time zone; as a Date it would move with the machine's.
    if (oid === DATE) return (text: string) => text
    return types.getTypeParser(oid, 'text')
  },
}

function readBigints(text: string) {
  const parts: (string | null)[] = types.getTypeParser(textArray, 'text')(text)
  return parts.map((part) => (part === null ? null : BigInt(part)))
}

const CONNECT_MS = 5_000
const GOODBYE_MS = 1_000
const SILENCE_MS = 30_000
/** Asked of the kernel: whether the other end of a connection that nobody uses is still there. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * The same asked of the server, which else keeps the session of a client that vanished for hours. An address that
 * names options of its own has the last word.
 */
const serverOptions = [
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  // For an answer that nobody takes. A server on Windows has no such thing and says so at every connection.
  ...(process.platform === 'win32' ? [] : ['-c tcp_user_timeout=25000']),
].join(' ')

export type PoolOptions = {
  url: string
  max: number
  applicationName?: string
  /** The address is a pooler that gives every tx another connection: no named statements, no settings at the start. */
  isPooler?: boolean
  /** How long a statement may take, and a tx say nothing, where that is not what the product grants. */
  patienceMs?: number
  /** Told of a connection that broke while nobody used it; the pool replaces it. */
  onIdleError?: (error: Error) => void
}

/** A pool on which every connect and every statement ends in time, and where int8 is a bigint. */
export function makePool(options: PoolOptions): Pool {
  const { isPooler = false, patienceMs } = options
  const pool = new Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName ?? 'tally-and-reach',
    types: ownTypes,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
    ...(!isPooler && {
      statement_timeout: patienceMs ?? STATEMENT_MS,
      idle_in_transaction_session_timeout: patienceMs ?? IDLE_IN_TX_MS,
      options: serverOptions,
    }),
    ...keepAlive,
    stream: makeSocket,
  })
  // Without a listener, a connection that the database closes ends the process.
  // While it ends, the database may hang up first: that is no news.
  pool.on('error', (error) => pool.ending || options.onIdleError?.(error))
  const watch = cutSilentConnections(patienceMs)
  pool.on('connect', (client) => {
    // In use it has no listener of the pool's: broken between two statements of a tx, it would end the process too.
    // The next statement on it fails, which is how the one who uses it hears of it.
    client.on('error', () => undefined)
    watch(client)
    if (isPooler) limitEachTx(client)
  })
  // Given back within a tx, it would take the statements of whoever gets it next into that tx.
  pool.on('release', (_error, client) => {
    if (isInTx(client)) void client.end()
  })
  return pool
}

/** One connection without the pool's time limits: for migrations and for listening. */
export function makeClient(url: string, applicationName = 'tally-and-reach'): Client {
  return new Client({
    connectionString: url,
    application_name: applicationName,
    types: ownTypes,
    connectionTimeoutMillis: CONNECT_MS,
    ...keepAlive,
    stream: makeSocket,
  })
}

/**
 * Ends a connection of its own on which nothing moves: it was cut off without a word, and what is asked on it would wait
 * for ever. `refresh` what is answered begins the time anew.
 */
export function limitSilence(client: Client, ms = SILENCE_MS): NodeJS.Timeout {
  const why = new Error('Connection terminated: the database is silent on it')
  return setTimeout(() => hangUp(client, why), ms)
}

/** Takes leave; who does not take note of it within a second is left. */
export async function endClient(client: Client): Promise<void> {
  const limit = setTimeout(() => hangUp(client), GOODBYE_MS)
  await client.end().catch(() => undefined)
  clearTimeout(limit)
}

/** Without a word to the other end, which may not be there to take it. */
export function hangUp(client: Client, why?: Error): void {
  client.connection.stream.destroy(why)
}

/** Throws where it does not answer. */
export async function pingDatabase(pool: Pool): Promise<void> {
  await pool.query('select 1')
}
