import { setTimeout as sleep } from 'node:timers/promises'

import { ConfigError } from '#server/lib/environment/environment.ts'

import { findOutage } from './is-outage.ts'
import { endClient, limitSilence, makeClient } from './pool.ts'

/** Going through its log after a crash takes PostgreSQL as long as it takes, mostly seconds. */
const RECOVERING_SECONDS = 120
/** Where nothing answers, it may be starting beside us; more probably the address is wrong. */
const ABSENT_SECONDS = 30
const POLL_MS = 250
const ANSWER_MS = 10_000

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
    const outage = findOutage(error)
    const patience = outage === undefined ? 0 : seconds[outage.kind]
    const reason = outage?.reason ?? error.message
    if (performance.now() - started >= patience * 1000)
      throw new ConfigError(
        `The database at ${addressOf(url)} takes no connection: ${reason}. ` +
          'Look whether it runs, and at DATABASE_URL.',
        { cause: error },
      )
    if (!isSaid) say(`Waiting for the database at ${addressOf(url)} (${reason}) …`)
    await sleep(POLL_MS)
  }
}

async function tryToConnect(url: string): Promise<Error | undefined> {
  const client = makeClient(url, 'tally-and-reach start')
  // The line may break again before it is given up.
  client.on('error', () => undefined)
  // Whoever takes the connection and then says nothing is not there either.
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

/** The address may hold a password. */
function addressOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return 'DATABASE_URL'
  const host = parsed.searchParams.get('host') ?? parsed.hostname
  return `${host}${parsed.port === '' ? '' : `:${parsed.port}`}${parsed.pathname}`
}
