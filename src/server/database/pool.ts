import { Client, type CustomTypesConfig, Pool, types } from 'pg'

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

export type PoolOptions = {
  url: string
  max: number
  applicationName?: string
  /** The address is a pooler that gives every tx another connection: no named statements, no settings at the start. */
  isPooler?: boolean
  /** Told of a connection that broke while nobody used it; the pool replaces it. */
  onIdleError?: (error: Error) => void
}

/** A pool on which every connect and every statement ends in time, and where int8 is a bigint. */
export function makePool(options: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName ?? 'tally-and-reach',
    types: ownTypes,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    // The server ends a statement at 30 s; the client gives up a little later, should the server be out of reach.
    query_timeout: 35_000,
    ...(options.isPooler !== true && {
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
    }),
    keepAlive: true,
  })
  // Without a listener, a connection that the database closes ends the process.
  // While it ends, the database may hang up first: that is no news.
  pool.on('error', (error) => pool.ending || options.onIdleError?.(error))
  // In use it has no listener of the pool's: broken between two statements of a tx, it would end the process too.
  // The next statement on it fails, which is how the one who uses it hears of it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (options.isPooler === true) dropNames(pool)
  return pool
}

/** A statement that was prepared on one connection of the pooler is unknown on the next. */
function dropNames(pool: Pool): void {
  const query: (...args: unknown[]) => unknown = pool.query.bind(pool)
  const unnamed = (first: unknown, ...rest: unknown[]) =>
    query(typeof first === 'object' && first !== null ? { ...first, name: undefined } : first, ...rest)
  pool.query = unnamed as typeof pool.query // the same arguments, passed on
}

/** One connection without the pool's time limits: for migrations and for listening. */
export function makeClient(url: string, applicationName = 'tally-and-reach'): Client {
  return new Client({
    connectionString: url,
    application_name: applicationName,
    types: ownTypes,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
}

/** Throws where it does not answer. */
export async function pingDatabase(pool: Pool): Promise<void> {
  await pool.query('select 1')
}
