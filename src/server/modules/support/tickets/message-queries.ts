import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export async function insertMessage(
  tx: Tx,
  message: { userId: number; ticketId: bigint; actorId: number | null; content: string; now: Date },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('ticket_messages')
    .values({
      user_id: message.userId,
      ticket_id: message.ticketId,
      sender: message.actorId === null ? 'user' : 'admin',
      actor_id: message.actorId,
      content: message.content,
      created_at: message.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The newest of them; there is one, as a ticket begins with it. */
export async function findNewestMessage(
  db: Kysely<DB>,
  { userId, ticketId }: { userId: number; ticketId: bigint },
) {
  return db
    .selectFrom('ticket_messages')
    .innerJoin('users', (join) =>
      join.on('users.id', '=', sql<number>`coalesce(ticket_messages.actor_id, ticket_messages.user_id)`),
    )
    .select(['ticket_messages.id', 'users.name'])
    .where('ticket_messages.user_id', '=', userId)
    .where('ticket_messages.ticket_id', '=', ticketId)
    .orderBy('ticket_messages.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

export type MessageRow = Awaited<ReturnType<typeof listMessageRows>>[number]

/** Oldest first, with the name of whoever wrote it. */
export async function listMessageRows(
  db: Kysely<DB>,
  { userId, ticketId }: { userId: number; ticketId: bigint },
) {
  return db
    .selectFrom('ticket_messages')
    .innerJoin('users', (join) =>
      join.on('users.id', '=', sql<number>`coalesce(ticket_messages.actor_id, ticket_messages.user_id)`),
    )
    .select([
      'ticket_messages.id',
      'ticket_messages.sender',
      'ticket_messages.content',
      'ticket_messages.created_at',
      'users.name',
    ])
    .where('ticket_messages.user_id', '=', userId)
    .where('ticket_messages.ticket_id', '=', ticketId)
    .orderBy('ticket_messages.id')
    .limit(limits.ticketMessagesMax)
    .execute()
}
