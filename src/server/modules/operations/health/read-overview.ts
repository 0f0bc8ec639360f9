import { orderStatuses } from '#contract/orders/order-statuses.ts'
import type { Overview } from '#contract/operations/overview.ts'
import type { Context } from '#server/context.ts'

import { readProduct } from './read-product.ts'

/** Throws if the database can't be read. */
export async function readOverview(ctx: Context): Promise<Omit<Overview, 'success'>> {
  const { checkedAt, totals } = await readProduct(ctx)
  return {
    checked_at: checkedAt,
    orders: orderStatuses.map((status) => ({ status, count: totals?.statuses[status.toLowerCase()] ?? 0 })),
  }
}
