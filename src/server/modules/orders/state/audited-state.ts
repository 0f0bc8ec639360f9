import type { NewOrderEvent, StaffDecision } from '#contract/orders/order-events.ts'
import type { By, Kept } from '#server/modules/audit-log/transact-as-staff.ts'

import type { LockedOrder } from './order-queries.ts'

/** What the record of staff keeps of an order. */
export function keptOf(order: LockedOrder | undefined): Kept | undefined {
  if (order === undefined) return undefined
  const { status, dispatch, refunded, provider_id, provider_order } = order
  return { status, dispatch, refunded, provider_id, provider_order }
}

/** The line that staff find in the timeline: it is never shown to the customer. */
export function toStaffEvent(
  decision: StaffDecision,
  { by, reason, providerOrder }: { by: By; reason: string | undefined; providerOrder?: string | undefined },
): NewOrderEvent {
  return {
    code: 'staff',
    details: { decision, by: by.actorId, reason: reason || undefined, provider_order: providerOrder },
  }
}
