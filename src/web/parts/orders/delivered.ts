import type { Order } from '#contract/orders/orders.ts'

/** How many of the ordered were delivered, as far as the provider said. Undefined while nothing is known. */
export function deliveredOf({
  quantity,
  remains,
  status,
}: Pick<Order, 'quantity' | 'remains' | 'status'>): number | undefined {
  if (remains !== null) return Math.min(quantity, Math.max(0, quantity - remains))
  if (status === 'COMPLETED' || status === 'REFILL') return quantity
  return status === 'PENDING' ? 0 : undefined
}
