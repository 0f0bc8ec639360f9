import type { CancelRefusal, RefillRefusal } from '#contract/order-rules.ts'
import type { OrderInFull } from '#contract/orders.ts'

type Standing = Pick<
  OrderInFull,
  'status' | 'can_cancel' | 'can_refill' | 'refill' | 'cancel_refusal' | 'refill_refusal'
>

/**
 * Why it can not be canceled; undefined where it can. The server says whether and why; what a page was told of since it was
 * loaded brings only whether, and the status says the rest until it is read anew.
 */
export function whyNoCancel({ can_cancel, status, cancel_refusal }: Standing): CancelRefusal | undefined {
  if (can_cancel) return undefined
  if (status === 'PROCESSING') return 'begun'
  if (status !== 'PENDING') return 'ended'
  return cancel_refusal ?? 'being_sent'
}

/** Why no refill can be asked for; undefined where one can. */
export function whyNoRefill({
  can_refill,
  refill,
  status,
  refill_refusal,
}: Standing): RefillRefusal | undefined {
  if (can_refill) return undefined
  if (!refill) return 'not_offered'
  if (status === 'REFILL') return 'under_way'
  if (status === 'PENDING' || status === 'PROCESSING') return 'not_delivered'
  if (status !== 'COMPLETED' && status !== 'PARTIAL') return 'ended'
  return refill_refusal === 'by_hand' ? 'by_hand' : 'under_way'
}
