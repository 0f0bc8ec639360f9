import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { AddExchange } from '#server/integrations/panels/add-panel-order.ts'
import type { AttemptKey } from '#server/modules/orders/state/order-queries.ts'
import type { Context } from '#server/context.ts'

/**
 * Stores request and response of an attempt, whatever was decided about it since. Storing it again changes nothing.
 */
export async function storeExchange(
  tx: Tx,
  { user_id, order_id, number }: Pick<AttemptKey, 'user_id' | 'order_id' | 'number'>,
  { request, answer }: AddExchange,
): Promise<void> {
  await tx
    .insertInto('attempt_exchanges')
    .values({ user_id, order_id, number, request, status: answer?.status, answer: answer?.body })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes the oldest; returns how many. */
async function deleteOldExchanges(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from attempt_exchanges where (user_id, order_id, number) in (
      select user_id, order_id, number from attempt_exchanges where created_at < ${before}
      order by created_at limit ${count})`.execute(db)
  return Number(numAffectedRows)
}

const DAY_MS = 86_400_000
/** Rows per statement, few enough not to delay sending. */
const ROWS_PER_STATEMENT = 2_000

/** Deletes exchanges older than the retention setting. Returns true when there may be more. */
export async function deleteExpiredExchanges({
  db,
  clock,
  settings,
}: Pick<Context, 'db' | 'clock' | 'settings'>): Promise<boolean> {
  const { exchanges_days: days } = (await settings.read()).retention
  const before = new Date(clock().getTime() - days * DAY_MS)
  const deleted = await deleteOldExchanges(db, { before, count: ROWS_PER_STATEMENT })
  return deleted === ROWS_PER_STATEMENT
}
