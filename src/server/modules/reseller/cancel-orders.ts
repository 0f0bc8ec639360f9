import { type ActRequest, findAskedOrders, forEachOrder } from './find-asked-orders.ts'

/** Cancels each order, or asks its provider to: 1 means asked for, and the order's status shows the outcome. */
export async function cancelOrders({ shop, userId, fields }: ActRequest): Promise<unknown> {
  const { asked } = await findAskedOrders(shop, fields)
  const canceled = await forEachOrder(userId, asked, async ({ id, cancel_refusal: refusal }) => {
    // Asked for before, and not answered yet: a repeated call changes nothing.
    if (refusal !== 'asked') await shop.cancel(id)
    return 1
  })
  return asked.map(({ sent }, at) => ({ order: sent, cancel: canceled[at] }))
}
