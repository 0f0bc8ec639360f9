import type { Tx } from '#server/lib/postgres/transact.ts'
import type { AddExchange } from '#server/integrations/panels/panel.ts'
import type { AttemptKey } from '#server/modules/orders/state/order-queries.ts'

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
