import type { RefillRefusal } from '#contract/orders/order-rules.ts'
import type { Order } from '#contract/orders/orders.ts'

/** As the server's own reason for a single order; for a delivered one a list does not say which it is. */
export type NoRefill = Exclude<RefillRefusal, 'by_hand'> | 'not_now'

/** Why no refill can be asked for; undefined where one can. The server says whether, this says why, in the order of what is plainest. */
export function whyNoRefill({
  can_refill,
  refill,
  status,
}: Pick<Order, 'can_refill' | 'refill' | 'status'>): NoRefill | undefined {
  if (can_refill) return undefined
  if (!refill) return 'not_offered'
  if (status === 'REFILL') return 'under_way'
  if (status === 'PENDING' || status === 'PROCESSING') return 'not_delivered'
  if (status === 'CANCELED' || status === 'REFUNDED' || status === 'FAILED') return 'ended'
  // Delivered, but one was asked for whose outcome is not known, or the provider has no order of that name.
  return 'not_now'
}
