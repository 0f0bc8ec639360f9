import type { OrderCounts } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'

/** How many orders are in any of these. */
export function countOf(counts: OrderCounts, statuses: readonly OrderStatus[]): number {
  // The counts are named by the statuses in lower case.
  return statuses.reduce((sum, one) => sum + counts[one.toLowerCase() as Lowercase<OrderStatus>], 0)
}
