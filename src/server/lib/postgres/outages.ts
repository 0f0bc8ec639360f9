import { setTimeout as sleep } from 'node:timers/promises'

import { ConfigError } from '#server/lib/environment/environment.ts'

import { endClient, limitSilence, makeClient } from './pool.ts'

/** Crash recovery mostly takes seconds. */
const RECOVERING_SECONDS = 120
/** If nothing answers, it may be starting; more likely the address is wrong. */
const ABSENT_SECONDS = 30
const POLL_MS = 250
const ANSWER_MS = 10_000

/**
 * Resolves when the database at `url` accepts connections. Waits while it starts or recovers; throws a ConfigError at once
 * for refusals that waiting can't change (wrong password or database name).
 */
export async function awaitDatabase(
  url: string,
  {
    say = () => undefined,
    seconds = { recovering: RECOVERING_SECONDS, absent: ABSENT_SECONDS },
  }: { say?: (line: string) => void; seconds?: { recovering: number; absent: number } } = {},
): Promise<void> {
  const started = performance.now()
  for (let isSaid = false; ; isSaid = true) {
    const error = await tryToConnect(url)
    if (error === undefined) return
    const outage = findOutage(error)
    const patience = outage === undefined ? 0 : seconds[outage.kind]
    const reason = outage?.reason ?? error.message
    if (performance.now() - started >= patience * 1000)
      throw new ConfigError(
        `The database at ${addressOf(url)} doesn't accept connections: ${reason}. ` +
          'Check that it is running and that DATABASE_URL is correct.',
        { cause: error },
      )
    if (!isSaid) say(`Waiting for the database at ${addressOf(url)} (${reason}) …`)
    await sleep(POLL_MS)
  }
}

async function tryToConnect(url: string): Promise<Error | undefined> {
  const client = makeClient(url, 'tally-and-reach start')
  // The connection may break again before it is closed.
  client.on('error', () => undefined)
  // A server that accepts and then stays silent counts as absent.
  const limit = limitSilence(client, ANSWER_MS)
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    clearTimeout(limit)
    await endClient(client)
  }
}

/** Without the password. */
function addressOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return 'DATABASE_URL'
  const host = parsed.searchParams.get('host') ?? parsed.hostname
  return `${host}${parsed.port === '' ? '' : `:${parsed.port}`}${parsed.pathname}`
}

/** For a database that fails repeatedly during the start. */
const TRIES = 12
const WAIT_MS = 250
const WAIT_MS_MAX = 5_000

/**
 * Repeats `start` with growing pauses if the database goes away during it, like a supervisor. `start` must leave nothing
 * behind when it fails. Other errors are thrown.
 */
export async function outlastOutages<Result>(
  start: () => Promise<Result>,
  say: (line: string) => void,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await start()
    } catch (error) {
      const outage = findOutage(error)
      if (outage === undefined || tried === TRIES) throw error
      say(`The database was lost during the start (${outage.reason}). Starting again …`)
      await sleep(Math.min(WAIT_MS * 2 ** (tried - 1), WAIT_MS_MAX))
    }
  }
}

/** `absent`: no or no complete answer. `recovering`: PostgreSQL says that it accepts no connections yet. */
export type Outage = { kind: 'absent' | 'recovering'; reason: string }

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
/** Connection errors, and sessions ended by an operator or after a crash of another. */
const absentCodes = new Set(['08000', '08001', '08003', '08006', '57P02'])
/** PostgreSQL starting, recovering or shutting down, or out of connections. */
const recoveringCodes = new Set(['57P01', '57P03', '53300'])
/** Messages of `pg` without a code, and of PgBouncer, which has one code for everything. */
const absentMessages =
  /timeout expired|timeout exceeded when trying to connect|Connection terminated|not queryable|received invalid response|cannot connect to server|server login has been failing(?!.*(password|does not exist))|server conn crashed|server closed the connection/

/**
 * Messages of Citus, never translated: a node was lost during a tx, or at its commit, whose outcome is then unknown:
 * the node may have committed before it was lost. Their error code is the one for bugs.
 */
const lostNodeMessages = /failure on connection marked as essential|could not commit transaction for shard/

/** Whether the database reports that it, or a node of the cluster, is away. A socket error may be a provider's. */
export function isNodeLost(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code = '' } = thrown as NodeJS.ErrnoException // undefined for other errors
  return absentCodes.has(code) || recoveringCodes.has(code) || lostNodeMessages.test(thrown.message)
}

/** The outage if the error means that the database is unavailable for now; undefined for errors that waiting can't change. */
export function findOutage(thrown: unknown): Outage | undefined {
  if (!(thrown instanceof Error) || thrown instanceof ConfigError) return undefined
  const { code = '', syscall } = thrown as NodeJS.ErrnoException // both are undefined for other errors
  // A host with two addresses fails with an AggregateError without a message.
  const reason = thrown.message === '' ? code : thrown.message
  if (recoveringCodes.has(code)) return { kind: 'recovering', reason }
  // ENOENT of a Unix socket: not created yet. For a file it is another error.
  const isSocket = socketCodes.has(code) || (code === 'ENOENT' && syscall === 'connect')
  const isLost = lostNodeMessages.test(reason)
  if (isSocket || isLost || absentCodes.has(code) || absentMessages.test(reason))
    return { kind: 'absent', reason }
  return findOutage(thrown.cause)
}
