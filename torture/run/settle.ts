import { setTimeout as sleep } from 'node:timers/promises'

import type { ClientContext } from '#torture/clients/client-context.ts'

import type { RunDatabase } from './open-database.ts'

/** Once the faults have stopped, customers get an answer to every request within this time. */
const ANSWERED_SECONDS = 40
/** Time for due orders to be sent; in a long run unknown outcomes are decided too. */
const SHORT_SECONDS = 8
const LONG_SECONDS = 240

/** Stops the faults, and gives work in progress time to finish. */
export async function settle(options: {
  context: ClientContext
  customers: Promise<void>[]
  database: RunDatabase
  isLong: boolean
}): Promise<void> {
  const { context, customers, database, isLong } = options
  const { sandboxes, violate, history } = context
  for (const server of [...Object.values(sandboxes.providers), sandboxes.gateway]) await server.clearFaults()
  for (const server of Object.values(sandboxes.providers)) await server.control('settings', { quirks: [] })
  history.note('checker', 'the faults have stopped')
  const answered = Promise.all(customers).then(() => true)
  if (!(await Promise.race([answered, sleep(ANSWERED_SECONDS * 1000, false)])))
    violate('slow', `not every request was answered within ${ANSWERED_SECONDS} s of the last fault`)
  for (
    const until = Date.now() + (isLong ? LONG_SECONDS : SHORT_SECONDS) * 1000;
    Date.now() < until;
    await sleep(500)
  )
    if ((await countOpen(database, isLong)) === 0 && !(isLong && (await isMoneyUnderWay(database, context))))
      return
}

/** Whether the gateway received a payment that is not credited yet. */
async function isMoneyUnderWay({ query }: RunDatabase, { sandboxes }: ClientContext): Promise<boolean> {
  const open = await query<{ reference: string }>("select reference from deposits where status = 'pending'")
  return open.some(({ reference }) => sandboxes.invoices().get(reference)?.status.startsWith('paid'))
}

async function countOpen({ query }: RunDatabase, isLong: boolean): Promise<number> {
  const [row] = await query<{ open: number }>(
    isLong
      ? 'select count(*)::int as open from dispatch_queue'
      : 'select count(*)::int as open from dispatch_queue where token is null and due_at <= now()',
  )
  return row?.open ?? 0
}
