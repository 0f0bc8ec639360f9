import type { Order } from '#contract/orders/orders.ts'

/** The quantity delivered so far, according to the provider. Undefined if unknown. */
export function deliveredOf({
  quantity,
  remains,
  status,
}: Pick<Order, 'quantity' | 'remains' | 'status'>): number | undefined {
  if (remains !== null) return Math.min(quantity, Math.max(0, quantity - remains))
  if (status === 'COMPLETED' || status === 'REFILL') return quantity
  return status === 'PENDING' ? 0 : undefined
}
