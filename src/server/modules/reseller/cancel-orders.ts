import type { ResellerFields } from '#contract/reseller/reseller-call.ts'
import type { Context } from '#server/context.ts'
import { cancelOrder } from '#server/modules/orders/cancel/cancel-order.ts'

import { findAskedOrders, forEachOrder } from './find-asked-orders.ts'

/** Cancels each order, or asks its provider to: 1 means asked for, and the order's status shows the outcome. */
export async function cancelOrders(
  ctx: Context,
  { userId, fields }: { userId: number; fields: ResellerFields },
): Promise<unknown> {
  const { asked } = await findAskedOrders(ctx, { userId, fields })
  const canceled = await forEachOrder(userId, asked, async ({ id, cancel_refusal: refusal }) => {
    // Asked for before, and not answered yet: a repeated call changes nothing.
    if (refusal !== 'asked') await cancelOrder(ctx, { userId, id: BigInt(id) })
    return 1
  })
  return asked.map(({ sent }, at) => ({ order: sent, cancel: canceled[at] }))
}
