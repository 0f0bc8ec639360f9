import { setTimeout as sleep } from 'node:timers/promises'

import { ConfigError } from '#server/environment.ts'

import { makeClient } from './pool.ts'

/** Going through its log after a crash takes PostgreSQL as long as it takes, mostly seconds. */
const RECOVERING_SECONDS = 120
/** Where nothing answers, it may be starting beside us; more probably the address is wrong. */
const ABSENT_SECONDS = 30
const POLL_MS = 250

/** Nothing there, not yet, or a proxy before it that has nobody behind it. */
const absentCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
const absentMessages = /timeout expired|Connection terminated/

/**
 * Resolves when the database at `url` takes connections: one that starts beside us or recovers from a crash is waited
 * for, a refusal that waiting does not change (a password, a name) is thrown at once as a sentence.
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
    const state = stateOf(error)
    const patience = state === 'refusing' ? 0 : seconds[state]
    if (performance.now() - started >= patience * 1000)
      throw new ConfigError(
        `The database at ${addressOf(url)} takes no connection: ${reasonOf(error)}. ` +
          'Look whether it runs, and at DATABASE_URL.',
        { cause: error },
      )
    if (!isSaid) say(`Waiting for the database at ${addressOf(url)} (${reasonOf(error)}) …`)
    await sleep(POLL_MS)
  }
}

type ConnectError = Error & { code?: string }

async function tryToConnect(url: string): Promise<ConnectError | undefined> {
  const client = makeClient(url, 'tally-and-reach start')
  // The line may break again before it is given up.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => undefined)
  }
}

function stateOf({ code = '', message }: ConnectError): 'recovering' | 'absent' | 'refusing' {
  // PostgreSQL's own words for starting, recovering and shutting down, and for no room left.
  if (code === '57P03' || code === '57P01' || code === '53300') return 'recovering'
  return absentCodes.has(code) || absentMessages.test(message) ? 'absent' : 'refusing'
}

/** A name that means two addresses fails with two errors and no words of its own. */
function reasonOf({ code = '', message }: ConnectError): string {
  return message === '' ? code : message
}

/** The address may hold a password. */
function addressOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return 'DATABASE_URL'
  const host = parsed.searchParams.get('host') ?? parsed.hostname
  return `${host}${parsed.port === '' ? '' : `:${parsed.port}`}${parsed.pathname}`
}
