import type { By, Kept } from '#server/staff/transact-as-staff.ts'

import type { LockedOrder } from './order-queries.ts'

/** What the record of staff keeps of an order. */
export function keptOf(order: LockedOrder | undefined): Kept | undefined {
  if (order === undefined) return undefined
  const { status, dispatch, refunded, provider_id, provider_order } = order
  return { status, dispatch, refunded, provider_id, provider_order }
}

/** The line that staff find in the timeline: it is never shown to the customer. */
export function staffLine(what: string, { by, reason }: { by: By; reason: string | undefined }): string {
  return `${what} by user ${by.actorId}${reason === undefined || reason === '' ? '' : `: ${reason}`}`
}
