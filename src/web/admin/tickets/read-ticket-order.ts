import { type AdminOrder, getAdminOrder } from '#contract/orders/admin-orders.ts'
import { call } from '#web/platform/api/call.ts'
import { mayDo } from '#web/platform/session/may.ts'
import type { SessionUser } from '#web/platform/session/stored-session.ts'

export type TicketOrderState =
  | { kind: 'none' }
  /** Staff who answer tickets may lack the permission to see orders. */
  | { kind: 'hidden'; id: number }
  | { kind: 'failed'; id: number }
  | { kind: 'shown'; order: AdminOrder }

/** The order that a ticket is about. The ticket can be answered even if its order can't be loaded. */
export async function readTicketOrder(
  id: number | null,
  { me, signal }: { me: SessionUser; signal: AbortSignal },
): Promise<TicketOrderState> {
  if (id === null) return { kind: 'none' }
  if (!mayDo(me, 'orders')) return { kind: 'hidden', id }
  try {
    return { kind: 'shown', order: (await call(getAdminOrder, { params: { id } }, { signal })).order }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', id }
  }
}
