import { sql } from 'kysely'

import type { Tx } from '#server/database/transact.ts'

import type { Attempt } from '#server/orders/dispatching/claim-orders.ts'
import type { LockedOrder } from './refund-order.ts'

export type AttemptKey = Pick<Attempt, 'user_id' | 'order_id' | 'number' | 'token' | 'provider_id'>

/** Whether its outcome is still awaited. Another token than the row's names nothing. */
export async function isOpen(tx: Tx, { user_id, order_id, number, token }: AttemptKey): Promise<boolean> {
  const row = await tx
    .selectFrom('order_attempts')
    .select('state')
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .where('token', '=', token)
    .executeTakeFirst()
  return row !== undefined && (row.state === 'sending' || row.state === 'unknown')
}

export async function closeAttempt(
  tx: Tx,
  { user_id, order_id, number, token }: AttemptKey,
  {
    state,
    error,
    providerOrder = null,
  }: {
    state: 'accepted' | 'rejected' | 'not_sent' | 'refused' | 'unknown'
    error: string | null
    providerOrder?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('order_attempts')
    .set({
      state,
      error: error?.slice(0, 1000) ?? null,
      provider_order: providerOrder,
      finished_at: sql`now()`,
    })
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .where('token', '=', token)
    .execute()
}

export async function setDispatch(
  tx: Tx,
  { user_id, id }: Pick<LockedOrder, 'user_id' | 'id'>,
  {
    dispatch,
    seconds,
    flag,
  }: { dispatch: 'queued' | 'unknown' | 'review'; seconds: number; flag: string | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      dispatch,
      dispatch_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
      flag: flag?.slice(0, 500) ?? null,
    })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}

export async function flagOrder(
  tx: Tx,
  { user_id, id }: Pick<LockedOrder, 'user_id' | 'id'>,
  flag: string,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ flag: flag.slice(0, 500) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}
