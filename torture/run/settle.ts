import { setTimeout as sleep } from 'node:timers/promises'

import type { Town } from '#torture/people/town.ts'

import type { RunDatabase } from './open-database.ts'

/** Customers get an answer to everything that they asked for within that time once the sky is clear. */
const ANSWERED_SECONDS = 40
/** Due orders go out; in a long run those whose outcome is unknown are decided as well. */
const SHORT_SECONDS = 8
const LONG_SECONDS = 240

/** The sky clears: nothing goes wrong any more, and what is open gets the time to come to its end. */
export async function settle(options: {
  town: Town
  customers: Promise<void>[]
  database: RunDatabase
  isLong: boolean
}): Promise<void> {
  const { town, customers, database, isLong } = options
  const { world, violate, history } = town
  for (const server of [...Object.values(world.providers), world.gateway]) await server.calm()
  for (const server of Object.values(world.providers)) await server.control('settings', { quirks: [] })
  history.note('checker', 'the sky is clear')
  const answered = Promise.all(customers).then(() => true)
  if (!(await Promise.race([answered, sleep(ANSWERED_SECONDS * 1000, false)])))
    violate('slow', `not everybody was answered within ${ANSWERED_SECONDS} s of a clear sky`)
  for (
    const until = Date.now() + (isLong ? LONG_SECONDS : SHORT_SECONDS) * 1000;
    Date.now() < until;
    await sleep(500)
  )
    if ((await countOpen(database, isLong)) === 0 && !(isLong && (await isMoneyUnderWay(database, town))))
      return
}

/** Whether the gateway has been paid something that is not credited yet. */
async function isMoneyUnderWay({ query }: RunDatabase, { world }: Town): Promise<boolean> {
  const open = await query<{ reference: string }>("select reference from deposits where status = 'pending'")
  return open.some(({ reference }) => world.invoices().get(reference)?.status.startsWith('paid'))
}

async function countOpen({ query }: RunDatabase, isLong: boolean): Promise<number> {
  const [row] = await query<{ open: number }>(
    isLong
      ? 'select count(*)::int as open from dispatch_queue'
      : 'select count(*)::int as open from dispatch_queue where token is null and due_at <= now()',
  )
  return row?.open ?? 0
}
