import type { OrderStatusWords } from '#contract/words/words.ts'

/** Spec §4. */
export const orderStatuses: OrderStatusWords = {
  PENDING: 'PENDING',
  PROCESSING: 'PROCESSING',
  COMPLETED: 'COMPLETED',
  PARTIAL: 'PARTIAL',
  REFILL: 'REFILLING',
  CANCELED: 'CANCELED',
  REFUNDED: 'REFUNDED',
  FAILED: 'FAILED',
  UNKNOWN: 'UNKNOWN',
}
