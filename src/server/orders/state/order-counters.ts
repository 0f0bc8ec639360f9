import type { OrderStatus } from '#contract/orders.ts'

/** The column of the account that counts the orders of a status, and its name in `counts`. */
export const counterOf = {
  PENDING: 'pending',
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  PARTIAL: 'partial',
  REFILL: 'refill',
  CANCELED: 'canceled',
  REFUNDED: 'refunded',
  FAILED: 'failed',
} as const satisfies Record<OrderStatus, string>
