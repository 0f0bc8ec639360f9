import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { getAnyTicketRow } from '#server/modules/support/tickets/read-tickets.ts'
import type { TicketKey } from '#server/modules/support/tickets/ticket-queries.ts'
import { listColleagues } from '#server/modules/users/list-users.ts'
import { withNames } from '#server/modules/users/read-names.ts'

type Assignment = { id: bigint; assigneeId: number | null; from: number | null; by: By }

/**
 * Assigns a ticket to another member of staff with `support`, or to nobody. `from` is the assignee the
 * caller saw. Throws `ticket_not_found`, `invalid_fields`, and `state_conflict` if it was reassigned
 * meanwhile.
 */
export async function assignTicket(ctx: Context, { id, assigneeId, from, by }: Assignment): Promise<void> {
  const { user_id: userId } = await getAnyTicketRow(ctx, id)
  await transactAsStaff(ctx, by, async (tx, _publish, record) => {
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

/** The current assignee. Locks the ticket's row until the tx ends. */
async function lockAssignee(
  tx: Tx,
  { userId, id }: TicketKey,
): Promise<{ id: number | null; name: string | null } | undefined> {
  const row = await tx
    .selectFrom('tickets')
    .select('assigned_to as id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && (await withNames(tx, [row], ({ id: by }) => by))[0]
}

/** Leaves `updated_at` alone: customers don't see assignments. */
async function setAssignee(tx: Tx, { userId, id }: TicketKey, assigneeId: number | null) {
  await tx
    .updateTable('tickets')
    .set({ assigned_to: assigneeId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}
