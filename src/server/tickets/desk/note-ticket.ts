import { AppError } from '#contract/errors.ts'
import type { TicketNote } from '#contract/ticket-desk.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/staff/transact-as-staff.ts'
import { getAnyTicketRow } from '#server/tickets/read-tickets.ts'
import type { TicketKey } from '#server/tickets/ticket-queries.ts'

import { insertNote, listNoteRows } from './desk-queries.ts'

/** For staff alone: nobody is told of it, and the ticket stays as it stood. Throws `ticket_not_found`, `ticket_full`. */
export async function noteTicket(
  ctx: Context,
  { id, content, by }: { id: bigint; content: string; by: By },
): Promise<TicketNote> {
  const { user_id: userId } = await getAnyTicketRow(ctx, id)
  const noteId = await transactAsStaff(ctx, by, async (tx, _tell, record) => {
    const written = await insertNote(tx, { userId, id, actorId: by.actorId, content, now: ctx.clock() })
    if (written === undefined) throw new AppError('ticket_full')
    record({ action: 'ticket.note', id, after: { note: Number(written) } })
    return written
  })
  const note = (await readNotes(ctx, { userId, id })).find((one) => one.id === Number(noteId))
  if (note === undefined) throw new Error('a note that was just written is not there')
  return note
}

export async function readNotes({ db }: Pick<Context, 'db'>, key: TicketKey): Promise<TicketNote[]> {
  const rows = await listNoteRows(db, key)
  return rows.map(({ id, name: author, created_at: time, content }) => ({
    id: Number(id),
    author,
    time,
    content,
  }))
}
