import { Socket } from 'node:net'

import { Client, type CustomTypesConfig, Pool, types } from 'pg'

import { cutSilentConnections } from './cut-silent-connections.ts'
import { isInTx, limitEachTx } from './limit-each-tx.ts'
import { IDLE_IN_TX_MS, STATEMENT_MS } from './statement-limits.ts'

const { DATE, INT8 } = types.builtins
const int8Array = 1016
// pg parses arrays too, but its type declarations don't list them.
const textArray = 1009 as Parameters<typeof types.getTypeParser>[0]

/** int8 is a bigint, since ids and money exceed a double. numeric and date are text, timestamptz is a Date. */
const ownTypes: CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    if (oid === INT8) return (text: string) => BigInt(text)
    if (oid === int8Array) return readBigints
    // A day has no time zone; as a Date it would shift with the machine's.
    if (oid === DATE) return (text: string) => text
    return types.getTypeParser(oid, 'text')
  },
}

function readBigints(text: string) {
  const parts: (string | null)[] = types.getTypeParser(textArray, 'text')(text)
  return parts.map((part) => (part === null ? null : BigInt(part)))
}

/** Max. connections of one process, plus one for LISTEN. */
export const PROCESS_CONNECTIONS_MAX = 24

const CONNECT_MS = 5_000
const GOODBYE_MS = 1_000
const SILENCE_MS = 30_000
/** Detects that the server of an idle connection is gone. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** The same for the server, which otherwise keeps sessions of vanished clients for hours. Options in the URL override these. */
const serverOptions = [
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  // For responses that the client does not read. A server on Windows doesn't have it and warns at every connection.
  ...(process.platform === 'win32' ? [] : ['-c tcp_user_timeout=25000']),
].join(' ')

export type PoolOptions = {
  url: string
  max: number
  applicationName?: string
  /** The URL is a pooler in transaction mode: no named statements, no session settings. */
  isPooler?: boolean
  /** Limit of a statement and of an idle tx, if not the product's usual one. */
  patienceMs?: number
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError?: (error: Error) => void
}

/** A pool where every connect and statement has a timeout, and int8 is a bigint. */
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
  // Without a listener, a connection closed by the database would end the process. While the pool ends, that is normal.
  pool.on('error', (error) => pool.ending || options.onIdleError?.(error))
  const watch = cutSilentConnections(patienceMs)
  pool.on('connect', (client) => {
    // The same for a connection in use that breaks between two statements of a tx. The next statement on it fails.
    client.on('error', () => undefined)
    watch(client)
    if (isPooler) limitEachTx(client)
  })
  // Released inside a tx: the next user's statements would run in that tx.
  pool.on('release', (_error, client) => {
    if (isInTx(client)) void client.end()
  })
  return pool
}

/** One connection without the pool's timeouts: for migrations and LISTEN. */
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

/** Ends a connection that is silent: its server may be gone, and a statement would wait forever. `refresh` on each answer. */
export function limitSilence(client: Client, ms = SILENCE_MS): NodeJS.Timeout {
  const why = new Error('Connection terminated: the database is silent on it')
  return setTimeout(() => hangUp(client, why), ms)
}

/** Closes a connection; if it doesn't answer within a second, by closing the socket. */
export async function endClient(client: Client): Promise<void> {
  const limit = setTimeout(() => hangUp(client), GOODBYE_MS)
  await client.end().catch(() => undefined)
  clearTimeout(limit)
}

/** Closes the socket without waiting for the server, which may be gone. */
export function hangUp(client: Client, why?: Error): void {
  client.connection.stream.destroy(why)
}

/** Throws if the database doesn't answer. */
export async function pingDatabase(pool: Pool): Promise<void> {
  await pool.query('select 1')
}

/**
 * The socket of a database connection. `pg` parses inside the socket's event and throws there on invalid protocol (half a
 * message of a proxy that died), which would end the process. Here it only ends the connection, and the statement on it
 * fails. Not needed for TLS, where data can't be cut like that.
 */
function makeSocket(): Socket {
  const socket = new Socket()
  const emit = socket.emit.bind(socket)
  socket.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== 'data') return emit(event, ...args)
    try {
      return emit(event, ...args)
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      socket.destroy(
        new Error(`Connection terminated: received data is not PostgreSQL's protocol (${said})`, {
          cause: error,
        }),
      )
      return true
    }
  }
  return socket
}
