import { AppError } from '#contract/errors.ts'
import { canCancel } from '#contract/order-rules.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { type By, transactAsStaff } from '#server/staff/transact-as-staff.ts'
import { keptOf, staffLine } from '#server/orders/state/staff-record.ts'
import { askPanelCancel } from '#server/integrations/panel-api/ask-panel.ts'
import { callProvider } from '#server/providers/call-provider.ts'
import { getProviderAccount } from '#server/providers/provider-account.ts'

import { moveOrder } from '#server/orders/state/move-order.ts'
import { addOrderEvent, lockOrder, type OrderKey } from '#server/orders/state/order-queries.ts'

import { beginCancel, forgetCancel } from './following-queries.ts'

/**
 * In the queue: canceled at once, with the refund; the claim for sending and this one take the same row's lock, so
 * one of them comes too late. With the provider: asked for, and the status follows when the provider says so.
 * Anything else is `cancel_not_available`. Answers what happened.
 */
export async function cancelOrder(
  ctx: Context,
  { userId, id, by, reason }: OrderKey & { by?: By | undefined; reason?: string | undefined },
): Promise<'canceled' | 'asked'> {
  const key = { userId, id }
  const asked = await transactAsStaff(ctx, by, async (tx, tell, record) => {
    const order = await lockOrder(tx, key)
    if (order === undefined) throw new AppError('order_not_found')
    if (!canCancel({ ...order, cancelAsked: order.cancel_asked_at !== null }))
      throw new AppError('cancel_not_available')
    if (by !== undefined)
      await addOrderEvent(tx, key, { type: 'staff', message: staffLine('Canceled', { by, reason }) })
    record({ action: 'order.cancel', id, before: keptOf(order), reason })
    if (order.dispatch === 'queued') {
      const move = { ...key, from: ['PENDING'], to: 'CANCELED', dispatchFrom: ['queued'] } as const
      const set = { dispatch: 'rejected' } as const
      await moveOrder(tx, tell, { ...move, set, refund: { of: 'left' }, actorId: by?.actorId })
      return undefined
    }
    if (order.provider_id === null || order.provider_order === null)
      throw new AppError('cancel_not_available')
    await beginCancel(tx, key)
    tell({ topic: 'order', userId, id: Number(id) })
    return { providerId: order.provider_id, providerOrder: order.provider_order }
  })
  if (asked === undefined) return 'canceled'
  const refusal = await askProvider(ctx, asked)
  await transact(ctx, async (tx, tell) => {
    if (refusal === undefined)
      return addOrderEvent(tx, key, { type: 'cancel', message: 'Cancellation Requested' })
    await forgetCancel(tx, key)
    tell({ topic: 'order', userId, id: Number(id) })
  })
  if (refusal !== undefined) throw refusal
  return 'asked'
}

/** Undefined when the provider took the wish. Asking again does no harm there, so an unknown answer may be repeated. */
async function askProvider(
  ctx: Context,
  { providerId, providerOrder }: { providerId: number; providerOrder: string },
): Promise<AppError | undefined> {
  try {
    const account = await getProviderAccount(ctx, providerId)
    const answer = await callProvider(ctx, account, (open) => askPanelCancel(open, [providerOrder]))
    if (!answer.ok) return new AppError('provider_failed')
    return answer.value.get(providerOrder)?.kind === 'asked'
      ? undefined
      : new AppError('cancel_not_available')
  } catch (error) {
    if (error instanceof AppError) return new AppError('provider_failed')
    throw error
  }
}
