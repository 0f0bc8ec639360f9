import type { Context } from '#server/context.ts'
import { addEvidence } from '#server/modules/orders/dispatch/unknown-queries.ts'
import { deleteChargeOfOrder } from '#server/modules/orders/polling/charge-queries.ts'
import { stopPolling } from '#server/modules/orders/state/poll-queue-queries.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { changeOrder, keyOf, type LockedOrder } from '#server/modules/orders/state/order-queries.ts'
import { holdForReview } from '#server/modules/orders/state/queue-queries.ts'
import { toReviewColumns } from '#server/modules/orders/state/review-queries.ts'
import { takeBackCharge } from '#server/modules/catalogue/provider-sync/take-back-charge.ts'

import { conflict, decide, type Decision } from './decide-order.ts'
import { freeId, type HeldId, listHeldIds } from './admin-queries.ts'

/**
 * The provider's order id that it holds is another's: from now on it is nobody's, and the right order can be completed
 * with it. What became of this one is not known any more, so a person looks; it is never sent again by itself. An order
 * that got money back by that id's word keeps its end. What was learned from the charge under that id is taken back.
 *
 * `named` is for an id other than the one it is followed under, such as one that an answer brought too late.
 */
export async function releaseOrder(
  ctx: Context,
  decision: Decision,
  named: string | undefined,
): Promise<void> {
  await decide(ctx, decision, { decision: 'release' }, async (tx, publish, order) => {
    if (order.status === 'REFILL') throw conflict({ reason: 'refill_open' })
    const held = pick(await listHeldIds(tx, order), order, named)
    if (held === undefined) throw conflict({ reason: 'holds_no_such_order' })
    await freeId(tx, held)
    const released = { provider_order: held.provider_order, released_at: ctx.clock() }
    await addEvidence(tx, held, [{ code: 'id_released', ...released }])
    if (!isFollowed(order, held)) return true
    await deleteChargeOfOrder(tx, order)
    await takeBackCharge(ctx, tx, publish, order)
    const key = keyOf(order)
    await stopPolling(tx, key)
    const nothing = {
      provider_order: null,
      cancel_asked_at: null,
      cancel_awaited_until: null,
    }
    if (order.refunded > 0n || !canGoOn.includes(order.status)) {
      await changeOrder(tx, key, { ...nothing, dispatch: 'rejected' })
      return true
    }
    const details = { provider_order: held.provider_order }
    const anew = {
      ...nothing,
      ...toReviewColumns({ code: 'id_released', details }),
      dispatch: 'review',
      start_count: null,
      remains: null,
    } as const
    await holdForReview(tx, key)
    if (order.status === 'PENDING') await changeOrder(tx, key, anew)
    else await moveOrder(tx, publish, { ...key, from: canGoOn, to: 'PENDING', set: anew })
    return true
  })
}

/** Nothing was given back, and nothing ended for good. */
const canGoOn: readonly LockedOrder['status'][] = ['PENDING', 'PROCESSING', 'COMPLETED']

/** The one that was named, else the one under which it is followed, else its only one. */
function pick(held: readonly HeldId[], order: LockedOrder, named: string | undefined): HeldId | undefined {
  if (named !== undefined) return held.find(({ provider_order }) => provider_order === named)
  const followed = held.find((one) => isFollowed(order, one))
  if (followed !== undefined) return followed
  const ids = new Set(held.map(({ provider_id, provider_order }) => `${provider_id} ${provider_order}`))
  return ids.size === 1 ? held[0] : undefined
}

function isFollowed(order: LockedOrder, held: HeldId): boolean {
  return (
    order.dispatch === 'accepted' &&
    order.provider_id === held.provider_id &&
    order.provider_order === held.provider_order
  )
}
