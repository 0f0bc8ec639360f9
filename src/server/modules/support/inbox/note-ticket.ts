import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import type { TicketNote } from '#contract/support/admin-tickets.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { getAnyTicketRow } from '#server/modules/support/tickets/read-tickets.ts'
import type { TicketKey } from '#server/modules/support/tickets/ticket-queries.ts'
import { toKeyed, writeOnce } from '#server/modules/support/tickets/write-once.ts'
import { withNames } from '#server/modules/users/read-names.ts'

type NewNote = { id: bigint; content: string; idempotencyKey: string | undefined; by: By }

/**
 * Adds an internal note: nobody is notified and the ticket is unchanged. The same key answers the same note. Throws
 * `ticket_not_found`, `ticket_full`, `idempotency_key_reused`.
 */
export async function noteTicket(
  ctx: Context,
  { id, content, idempotencyKey: key, by }: NewNote,
): Promise<{ note: TicketNote; isReplayed: boolean }> {
  const { user_id: userId } = await getAnyTicketRow(ctx, id)
  const { actorId } = by
  const keyed = toKeyed({ userId, senderId: actorId, call: 'note', key, body: [id, content] })
  const { id: noteId, isReplayed } = await transactAsStaff(ctx, by, (tx, _publish, record) => {
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
    author: author ?? '',
    time,
    content,
  }))
}

type NoteRow = TicketKey & { actorId: number; content: string; now: Date }

/** Undefined if the ticket has the maximum number of notes. */
async function insertNote(tx: Tx, note: NoteRow): Promise<bigint | undefined> {
  const { userId, id } = note
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ notes: sql`notes + 1` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('notes', '<', limits.ticketMessagesMax)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return undefined
  const written = await tx
    .insertInto('ticket_notes')
    .values({
      user_id: userId,
      ticket_id: id,
      actor_id: note.actorId,
      content: note.content,
      created_at: note.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return written.id
}

/** Oldest first. */
async function listNoteRows(db: Kysely<DB>, { userId, id }: TicketKey) {
  const rows = await db
    .selectFrom('ticket_notes')
    .select(['id', 'content', 'created_at', 'actor_id'])
    .where('ticket_notes.user_id', '=', userId)
    .where('ticket_notes.ticket_id', '=', id)
    .orderBy('ticket_notes.id')
    .limit(limits.ticketMessagesMax)
    .execute()
  return withNames(db, rows, ({ actor_id: by }) => by)
}
