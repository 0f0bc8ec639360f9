import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { moveCount } from './account-queries.ts'

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

/** One order of the customer's left a status for another; in the tx that changes it. */
export async function countOrderMove(
  tx: Tx,
  { userId, from, to }: { userId: number; from: OrderStatus; to: OrderStatus },
): Promise<void> {
  await moveCount(tx, { userId, from: counterOf[from], to: counterOf[to] })
}
