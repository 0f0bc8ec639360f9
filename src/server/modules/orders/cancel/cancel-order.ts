import { AppError } from '#contract/base/errors.ts'
import type { ExpectedState } from '#contract/orders/order-actions.ts'
import { refuseCancel } from '#contract/orders/order-rules.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { keptOf, toStaffEvent } from '#server/modules/orders/state/audited-state.ts'
import { requestPanelCancel } from '#server/integrations/panels/ask-panel-cancel.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { withProviderSlot } from '#server/modules/providers/pacing/provider-slots.ts'

import { refuseMoved } from '#server/modules/orders/state/expected-state.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { addOrderEvent, lockOrder, type OrderKey } from '#server/modules/orders/state/order-queries.ts'

import { beginCancel, changeCancel } from './cancel-queries.ts'

/** Longer than the asking takes; whoever asked and is not heard of by then is gone, and another may ask. */
const ASKING_SECONDS = 60
/** A provider that took the wish acts on it within hours, or has forgotten it: then it may be asked again. */
const AWAITED_SECONDS = 6 * 3600

type Canceled = { by?: By | undefined; reason?: string | undefined; expected?: ExpectedState | undefined }

/**
 * In the queue: canceled at once, with the refund; the claim for sending and this one are after the same place in the
 * queue, so one of them comes too late. With the provider: asked for, by one at a time, and the status follows when the
 * provider says so; an order that it goes on with ends as any other. Asking again does no harm there.
 * Anything else is `cancel_not_available`. Answers what happened.
 */
export async function cancelOrder(
  ctx: Context,
  { userId, id, by, reason, expected }: OrderKey & Canceled,
): Promise<'canceled' | 'asked'> {
  const key = { userId, id }
  const wish = await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const order = await lockOrder(tx, key)
    if (order === undefined) throw new AppError('order_not_found')
    await refuseMoved(tx, order, expected)
    if (refuseCancel({ ...order, cancelAsked: order.is_cancel_awaited }) !== undefined)
      throw new AppError('cancel_not_available')
    if (by !== undefined) await addOrderEvent(tx, key, toStaffEvent('cancel', { by, reason }))
    record({ action: 'order.cancel', id, before: keptOf(order), reason })
    if (order.dispatch === 'queued') {
      const move = { ...key, from: ['PENDING'], to: 'CANCELED', dispatchFrom: ['queued'] } as const
      const set = { dispatch: 'rejected' } as const
      const canceling = { ...move, set, refund: { of: 'left' }, actorId: by?.actorId } as const
      await moveOrder(tx, publish, canceling).catch(refuseWhatIsSent)
      return undefined
    }
    const { provider_id: providerId, provider_order: providerOrder } = order
    if (providerId === null || providerOrder === null) throw new AppError('cancel_not_available')
    const askedAt = await beginCancel(tx, key, ASKING_SECONDS)
    publish({ topic: 'order', userId, id: Number(id) })
    return { ...key, askedAt, providerId, providerOrder }
  })
  if (wish === undefined) return 'canceled'
  const answer = await askProvider(ctx, wish)
  await transact(ctx, (tx, publish) => landAnswer(tx, publish, { wish, answer }))
  if (answer === 'refused') throw new AppError('cancel_not_available')
  if (answer === 'failed') throw new AppError('provider_failed', { reason: 'unreachable' })
  return 'asked'
}

/** It was claimed for sending while this was on its way. */
function refuseWhatIsSent(error: unknown): never {
  if (error instanceof AppError && error.code === 'state_conflict') throw new AppError('cancel_not_available')
  throw error
}

type Wish = OrderKey & { askedAt: Date; providerId: number; providerOrder: string }

/**
 * `unclear`: it answered, and neither yes nor no, so that it may have taken it. `failed`: it was not reached, or
 * something broke on the way. What then becomes of the order, its status tells.
 */
type Answer = 'taken' | 'unclear' | 'refused' | 'failed'

async function askProvider(ctx: Context, { providerId, providerOrder }: Wish): Promise<Answer> {
  try {
    const account = await getProviderAccount(ctx, providerId)
    const answer = await withProviderSlot(ctx, providerId, () => requestPanelCancel(account, providerOrder))
    if (!answer.ok) return 'failed'
    if (answer.value === undefined) return 'unclear'
    return answer.value.kind === 'asked' ? 'taken' : 'refused'
  } catch (error) {
    if (error instanceof AppError) return 'failed'
    throw error
  }
}

/** After an unclear answer the wish stands for as long as its asking, so that it may be repeated soon. */
async function landAnswer(
  tx: Tx,
  publish: Publish,
  { wish, answer }: { wish: Wish; answer: Answer },
): Promise<void> {
  const awaitedSeconds = {
    taken: AWAITED_SECONDS,
    unclear: ASKING_SECONDS,
    refused: undefined,
    failed: undefined,
  }
  const isMine = await changeCancel(tx, wish, { awaitedSeconds: awaitedSeconds[answer] })
  if (!isMine) return
  if (answer === 'taken' || answer === 'unclear')
    await addOrderEvent(tx, wish, { code: 'cancel', details: {} })
  publish({ topic: 'order', userId: wish.userId, id: Number(wish.id) })
}
