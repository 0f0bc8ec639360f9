import type { CancelRefusal, RefillRefusal } from '#contract/orders/order-rules.ts'
import type { OrderInFull } from '#contract/orders/orders.ts'
import { whyNoRefill } from '#web/shop/orders/chosen/why-no-refill.ts'

type OrderState = Pick<
  OrderInFull,
  'status' | 'can_cancel' | 'can_refill' | 'refill' | 'cancel_refusal' | 'refill_refusal'
>

/**
 * Why it can't be canceled; undefined if it can. The server says whether and why; later events only say whether, and
 * the status gives the reason until a reload.
 */
export function whyNoCancel({ can_cancel, status, cancel_refusal }: OrderState): CancelRefusal | undefined {
  if (can_cancel) return undefined
  if (status === 'PROCESSING') return 'begun'
  if (status !== 'PENDING') return 'ended'
  return cancel_refusal ?? 'being_sent'
}

/** The same for a refill, where the server gives more detail than for a list. */
export function whyNoRefillOf(order: OrderState): RefillRefusal | undefined {
  const why = whyNoRefill(order)
  if (why !== 'not_now') return why
  return order.refill_refusal === 'by_hand' ? 'by_hand' : 'under_way'
}
