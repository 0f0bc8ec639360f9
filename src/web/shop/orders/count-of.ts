import type { OrderCounts } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'

/** The number of orders in any of these statuses. */
export function countOf(counts: OrderCounts, statuses: readonly OrderStatus[]): number {
  // Counts are named by lower-case status.
  return statuses.reduce((sum, one) => sum + counts[one.toLowerCase() as Lowercase<OrderStatus>], 0)
}
