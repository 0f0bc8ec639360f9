import { resellerCosts } from '#contract/base/limits.ts'

import { type ActRequest, findAskedOrders, forEachOrder } from './find-asked-orders.ts'

/** Cancels each order, or requests that from its provider: 1 means requested, and the order's status shows the outcome. */
export async function cancelOrders(request: ActRequest): Promise<unknown> {
  const { shop, userId, spend } = request
  const { asked } = await findAskedOrders(request)
  // Before the first request: over the limit the whole call is refused.
  await spend(resellerCosts.cancel * asked.filter(({ order }) => order?.cancel_refusal === null).length)
  const canceled = await forEachOrder(userId, asked, async ({ id, cancel_refusal: refusal }) => {
    // Already requested, without an answer yet: a repeated call changes nothing.
    if (refusal !== 'asked') await shop.cancel(id)
    return 1
  })
  return asked.map(({ sent }, at) => ({ order: sent, cancel: canceled[at] }))
}
