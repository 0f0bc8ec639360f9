import { AppError } from '#contract/base/errors.ts'
import type { ExpectedState } from '#contract/orders/order-actions.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { findNewestAttempt, keyOf, type LockedOrder } from './order-queries.ts'

/**
 * Throws `state_conflict` if a locked order isn't as staff saw it when they decided: a colleague, the provider's answer or
 * a retry came first. Members that aren't given aren't compared. An order that its provider begins while staff look at it
 * is as open as before.
 */
export async function refuseMoved(
  tx: Tx,
  order: LockedOrder,
  expected: ExpectedState | undefined,
): Promise<void> {
  if (expected === undefined) return
  const { status, dispatch } = order
  const isSame =
    expected.dispatch === dispatch &&
    (expected.status === undefined || toPhase(expected.status) === toPhase(status)) &&
    (expected.attempt ?? 0) === (await findNewestAttempt(tx, keyOf(order)))
  if (!isSame) throw new AppError('state_conflict', { reason: 'order_moved', status, dispatch })
}

function toPhase(status: OrderStatus): OrderStatus {
  return status === 'PENDING' ? 'PROCESSING' : status
}
