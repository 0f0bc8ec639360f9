import { AppError } from '#contract/base/errors.ts'
import type { TicketNote } from '#contract/support/admin-tickets.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { getAnyTicketRow } from '#server/modules/support/tickets/read-tickets.ts'
import type { TicketKey } from '#server/modules/support/tickets/ticket-queries.ts'
import { toKeyed, writeOnce } from '#server/modules/support/tickets/write-once.ts'

import { insertNote, listNoteRows } from './inbox-queries.ts'

type NewNote = { id: bigint; content: string; idempotencyKey: string | undefined; by: By }

/**
 * For staff alone: nobody is told of it, and the ticket stays as it stood. The same key is the same note. Throws
 * `ticket_not_found`, `ticket_full`, `idempotency_key_reused`.
 */
export async function noteTicket(
  ctx: Context,
  { id, content, idempotencyKey: key, by }: NewNote,
): Promise<{ note: TicketNote; isReplayed: boolean }> {
  const { user_id: userId } = await getAnyTicketRow(ctx, id)
  const { actorId } = by
  const keyed = toKeyed({ userId, senderId: actorId, call: 'note', key, body: [id, content] })
  const { id: noteId, isReplayed } = await transactAsStaff(ctx, by, (tx, _tell, record) => {
    const now = ctx.clock()
    return writeOnce(tx, { keyed, now }, async () => {
      const written = await insertNote(tx, { userId, id, actorId, content, now })
      if (written === undefined) throw new AppError('ticket_full')
      record({ action: 'ticket.note', id, after: { note: Number(written) } })
      return written
    })
  })
  const note = (await readNotes(ctx, { userId, id })).find((one) => one.id === Number(noteId))
  if (note === undefined) throw new Error('a note that was written is not there')
  return { note, isReplayed }
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
