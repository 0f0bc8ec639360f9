import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import type { TicketKey } from './ticket-queries.ts'

/** Closes an open ticket. The caller has checked its owner. Throws `ticket_closed`. */
export async function resolveTicket(
  ctx: Context,
  { userId, id, by }: TicketKey & { by: By | undefined },
): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    if (!(await closeTicket(tx, { userId, id, now: ctx.clock() }))) throw new AppError('ticket_closed')
    record({ action: 'ticket.resolve', id, before: { status: 'open' }, after: { status: 'closed' } })
    publish({ topic: 'ticket', userId, id: Number(id) })
  })
}

/** False if it isn't open. */
async function closeTicket(tx: Tx, { userId, id, now }: TicketKey & { now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ status: 'closed', closed_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
