import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { closeTicket, type TicketKey } from './ticket-queries.ts'

/** Open becomes closed, once. Whose ticket it is has been looked at. Throws `ticket_closed`. */
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
