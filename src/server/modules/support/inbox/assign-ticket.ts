import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { getAnyTicketRow } from '#server/modules/support/tickets/read-tickets.ts'
import { listColleagues } from '#server/modules/users/list-colleagues.ts'

import { lockAssignee, setAssignee } from './inbox-queries.ts'

type Assignment = { id: bigint; assigneeId: number | null; from: number | null; by: By }

/**
 * From whom it was seen with to another of the staff who may answer, or to nobody. Throws `ticket_not_found`,
 * `invalid_fields`, and `state_conflict` where it has gone to somebody else meanwhile.
 */
export async function assignTicket(ctx: Context, { id, assigneeId, from, by }: Assignment): Promise<void> {
  const { user_id: userId } = await getAnyTicketRow(ctx, id)
  await transactAsStaff(ctx, by, async (tx, _tell, record) => {
    const colleagues = await listColleagues(tx, 'support')
    if (assigneeId !== null && !colleagues.some((one) => one.id === assigneeId))
      throw invalidFields({ assignee_id: { code: 'staff_unfit' } })
    const now = await lockAssignee(tx, { userId, id })
    if (now === undefined) throw new AppError('ticket_not_found')
    if (now.id === assigneeId) return
    if (now.id !== from)
      throw new AppError('state_conflict', { reason: 'assigned_meanwhile', name: now.name })
    await setAssignee(tx, { userId, id }, assigneeId)
    record({ action: 'ticket.assign', id, before: { assignee: now.id }, after: { assignee: assigneeId } })
  })
}
