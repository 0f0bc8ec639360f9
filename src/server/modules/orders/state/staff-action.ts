import { AppError } from '#contract/base/errors.ts'
import type { ExpectedState } from '#contract/orders/order-actions.ts'
import type { NewOrderEvent, StaffDecision } from '#contract/orders/order-events.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { By, AuditValues } from '#server/modules/audit-log/transact-as-staff.ts'

import { findNewestAttempt, keyOf, type LockedOrder } from './order-queries.ts'

/**
 * Throws `state_conflict` if a locked order differs from what staff saw when they decided: a colleague, the provider's
 * answer or a retry came first. Absent members are not compared. PENDING and PROCESSING count as the same: an order
 * that its provider starts meanwhile is as open as before.
 */
export async function requireExpectedState(
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

/** The columns of an order that the audit log stores before and after an action. */
export function toAuditedOrder(order: LockedOrder | undefined): AuditValues | undefined {
  if (order === undefined) return undefined
  const { status, dispatch, refunded, provider_id, provider_order } = order
  return { status, dispatch, refunded, provider_id, provider_order }
}

/** The action's line in the timeline. Only staff see it. */
export function toStaffEvent(
  decision: StaffDecision,
  { by, reason, providerOrder }: { by: By; reason: string | undefined; providerOrder?: string | undefined },
): NewOrderEvent {
  return {
    code: 'staff',
    details: { decision, by: by.actorId, reason: reason || undefined, provider_order: providerOrder },
  }
}
