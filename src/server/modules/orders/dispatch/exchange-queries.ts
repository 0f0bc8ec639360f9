import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { AddExchange } from '#server/integrations/panels/add-panel-order.ts'
import type { AttemptKey } from '#server/modules/orders/state/order-queries.ts'

/** Of the attempt under that number, whoever has decided on it since: what was said was said. Landing it again changes nothing. */
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

/** The oldest go first; answers how many went. */
export async function deleteOldExchanges(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from attempt_exchanges where (user_id, order_id, number) in (
      select user_id, order_id, number from attempt_exchanges where created_at < ${before}
      order by created_at limit ${count})`.execute(db)
  return Number(numAffectedRows)
}
