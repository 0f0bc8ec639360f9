import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { TicketKey } from '#server/modules/support/tickets/ticket-queries.ts'

/** Who has it now; the row is this tx's until it ends. */
export async function lockAssignee(
  tx: Tx,
  { userId, id }: TicketKey,
): Promise<{ id: number | null; name: string | null } | undefined> {
  const { rows } = await sql<{ id: number | null; name: string | null }>`
    select assigned_to as id, (select name from users where users.id = tickets.assigned_to) as name
    from tickets where user_id = ${userId} and id = ${id} for no key update`.execute(tx)
  return rows[0]
}

/** Nothing of what the customer sees changes with it. */
export async function setAssignee(tx: Tx, { userId, id }: TicketKey, assigneeId: number | null) {
  await tx
    .updateTable('tickets')
    .set({ assigned_to: assigneeId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Whoever has left has none: those that are open go to the others. */
export async function freeTicketsOf(tx: Tx, actorId: number): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ assigned_to: null })
    .where('assigned_to', '=', actorId)
    .where('status', '=', 'open')
    .execute()
}

type NewNote = TicketKey & { actorId: number; content: string; now: Date }

/** Undefined where the ticket has as many as it may have. */
export async function insertNote(tx: Tx, note: NewNote): Promise<bigint | undefined> {
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
export async function listNoteRows(db: Kysely<DB>, { userId, id }: TicketKey) {
  return db
    .selectFrom('ticket_notes')
    .innerJoin('users', 'users.id', 'ticket_notes.actor_id')
    .select(['ticket_notes.id', 'users.name', 'ticket_notes.content', 'ticket_notes.created_at'])
    .where('ticket_notes.user_id', '=', userId)
    .where('ticket_notes.ticket_id', '=', id)
    .orderBy('ticket_notes.id')
    .limit(limits.ticketMessagesMax)
    .execute()
}

type Presence = TicketKey & { actorId: number; isAnswering: boolean; now: Date }

export async function setPresence(db: Kysely<DB>, presence: Presence): Promise<void> {
  const said = { is_answering: presence.isAnswering, seen_at: presence.now }
  await db
    .insertInto('ticket_presence')
    .values({ user_id: presence.userId, ticket_id: presence.id, actor_id: presence.actorId, ...said })
    .onConflict((at) => at.columns(['user_id', 'ticket_id', 'actor_id']).doUpdateSet(said))
    .execute()
}

export async function deletePresence(
  db: Kysely<DB>,
  { userId, id, actorId }: TicketKey & { actorId: number },
): Promise<void> {
  await db
    .deleteFrom('ticket_presence')
    .where('user_id', '=', userId)
    .where('ticket_id', '=', id)
    .where('actor_id', '=', actorId)
    .execute()
}

/** Who else said so after `since`, those that write first. */
export async function listPresent(
  db: Kysely<DB>,
  { userId, id, actorId, since }: TicketKey & { actorId: number; since: Date },
) {
  return db
    .selectFrom('ticket_presence')
    .innerJoin('users', 'users.id', 'ticket_presence.actor_id')
    .select(['users.id', 'users.name', 'ticket_presence.is_answering'])
    .where('ticket_presence.user_id', '=', userId)
    .where('ticket_presence.ticket_id', '=', id)
    .where('ticket_presence.actor_id', '!=', actorId)
    .where('ticket_presence.seen_at', '>', since)
    .orderBy('ticket_presence.is_answering', 'desc')
    .orderBy('users.id')
    .execute()
}

/** Answers how many were forgotten. */
export async function deletePresenceBefore(db: Kysely<DB>, before: Date): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('ticket_presence')
    .where('seen_at', '<', before)
    .executeTakeFirst()
  return numDeletedRows
}
