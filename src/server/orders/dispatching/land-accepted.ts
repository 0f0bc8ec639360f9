import { sql } from 'kysely'

import type { Tell, Tx } from '#server/database/transact.ts'
import {
  type AttemptKey,
  closeAttempt,
  flagOrder,
  type LockedOrder,
  setDispatch,
} from '#server/orders/state/order-queries.ts'

/** After the acceptance, so that the first check comes within 2 s (api.md, "Starting it"). */
const FIRST_CHECK_SECONDS = 1

/**
 * The provider took it under `id`. An id that another order holds already is no proof of anything: a person
 * looks. An order that was decided on meanwhile (sent again, refunded) keeps that, and says what came late.
 */
export async function landAccepted(
  tx: Tx,
  tell: Tell,
  { order, attempt, id }: { order: LockedOrder; attempt: AttemptKey; id: string },
): Promise<void> {
  const isAwaited =
    order.attempts === attempt.number && order.status === 'PENDING' && order.dispatch !== 'accepted'
  const isOurs = await claimProviderOrder(tx, order, { providerId: attempt.provider_id, id })
  if (!isOurs) {
    const error = `The provider answered with its order ${id}, which belongs to another order`
    await closeAttempt(tx, attempt, { state: 'unknown', error })
    if (isAwaited) await setDispatch(tx, order, { dispatch: 'review', seconds: 0, flag: error })
    return
  }
  if (!isAwaited) {
    const error = `Taken by the provider as its order ${id} after this was decided otherwise`
    await closeAttempt(tx, attempt, { state: 'unknown', error, providerOrder: id })
    return flagOrder(tx, order, `Sending ${attempt.number}: ${error}`)
  }
  await closeAttempt(tx, attempt, { state: 'accepted', error: null, providerOrder: id })
  await acceptOrder(tx, tell, order, { providerId: attempt.provider_id, id })
}

/** Answers whether the provider's order id is this order's, now or before. */
export async function claimProviderOrder(
  tx: Tx,
  { user_id, id: orderId }: Pick<LockedOrder, 'user_id' | 'id'>,
  { providerId, id }: { providerId: number; id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_orders')
    .values({ provider_id: providerId, provider_order: id, user_id, order_id: orderId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return true
  const holder = await tx
    .selectFrom('provider_orders')
    .select(['user_id', 'order_id'])
    .where('provider_id', '=', providerId)
    .where('provider_order', '=', id)
    .executeTakeFirst()
  return holder?.user_id === user_id && holder.order_id === orderId
}

/** The order is with the provider from now on; its claim on the id was made in the same tx. */
export async function acceptOrder(
  tx: Tx,
  tell: Tell,
  order: Pick<LockedOrder, 'user_id' | 'id'>,
  { providerId, id }: { providerId: number; id: string },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      dispatch: 'accepted',
      dispatch_at: sql`now()`,
      provider_id: providerId,
      provider_order: id,
      check_at: sql<Date>`now() + make_interval(secs => ${FIRST_CHECK_SECONDS})`,
      flag: null,
      updated_at: sql`tally_now()`,
    })
    .where('user_id', '=', order.user_id)
    .where('id', '=', order.id)
    .execute()
  tell({ topic: 'order', userId: order.user_id, id: Number(order.id) })
}
