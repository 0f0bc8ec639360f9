import type { RefillRefusal } from '#contract/orders/order-rules.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Matches the server's reason for a single order; for delivered ones the list does not say which it is. */
export type NoRefill = Exclude<RefillRefusal, 'by_hand'> | 'not_now'

/** Why no refill can be requested; undefined if one can. The server decides, this explains, most obvious reason first. */
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
  // Delivered, but an earlier request has an unknown outcome, or the provider doesn't know the order.
  return 'not_now'
}
