import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import { type Ticket, type TicketCategory, UNREAD_TICKETS_MAX } from '#contract/support/tickets.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type TicketKey = { userId: number; id: bigint }

export const ticketColumns = [
  'tickets.user_id',
  'tickets.id',
  'tickets.subject',
  'tickets.category',
  'tickets.order_id',
  'tickets.status',
  'tickets.last_sender',
  'tickets.is_unread',
  'tickets.created_at',
  'tickets.updated_at',
] as const

export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicketRow>>>

export async function findTicketRow(db: Kysely<DB>, { userId, id }: TicketKey) {
  return db
    .selectFrom('tickets')
    .select(ticketColumns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type TicketPage = { status?: Ticket['status'] | undefined; before: bigint | undefined; count: number }

/** Newest first. */
export async function listTicketRows(
  db: Kysely<DB>,
  { userId, status, before, count }: TicketPage & { userId: number },
): Promise<TicketRow[]> {
  let query = db.selectFrom('tickets').select(ticketColumns).where(ofCustomer(userId))
  if (status !== undefined) query = query.where('status', '=', status)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('user_id', 'desc').orderBy('id', 'desc').limit(count).execute()
}

export async function listNamedTicketRows(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly bigint[] },
): Promise<TicketRow[]> {
  return db
    .selectFrom('tickets')
    .select(ticketColumns)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** Newest first, of those alone that have something unread. */
export async function listUnreadTicketRows(
  db: Kysely<DB>,
  { userId, count }: { userId: number; count: number },
): Promise<TicketRow[]> {
  return db
    .selectFrom('tickets')
    .select(ticketColumns)
    .where(ofCustomer(userId))
    .where('is_unread', '=', true)
    .orderBy('user_id', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}

/** Up to the most that are counted: whoever leaves every answer unread has as many as they ever wrote. */
export async function countUnreadTickets(db: Kysely<DB>, userId: number): Promise<number> {
  // In the order of their index: else all of it is read before the first row is, and the limit is none.
  const some = db
    .selectFrom('tickets')
    .select('user_id')
    .where(ofCustomer(userId))
    .where('is_unread', '=', true)
    .orderBy('user_id')
    .limit(UNREAD_TICKETS_MAX)
  const { unread } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)::int`.as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** With its first message counted, which is written beside it. */
export async function insertTicket(
  tx: Tx,
  ticket: {
    userId: number
    subject: string
    category: TicketCategory
    orderId: bigint | null
    now: Date
  },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('tickets')
    .values({
      user_id: ticket.userId,
      subject: ticket.subject,
      category: ticket.category,
      order_id: ticket.orderId,
      messages: 1,
      created_at: ticket.now,
      updated_at: ticket.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts a message in; false where the ticket is closed, full, or not there. The row is this tx's until it ends. */
export async function noteMessage(
  tx: Tx,
  { userId, id, sender, now }: TicketKey & { sender: 'user' | 'admin'; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({
      messages: sql`messages + 1`,
      last_sender: sender,
      updated_at: now,
      ...(sender === 'admin' && { is_unread: true }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('messages', '<', limits.ticketMessagesMax)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False where it is not open. */
export async function closeTicket(tx: Tx, { userId, id, now }: TicketKey & { now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ status: 'closed', closed_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False where there was nothing unread. */
export async function markTicketSeen(tx: Tx, { userId, id }: TicketKey): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ is_unread: false })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('is_unread', '=', true)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** All that are open. */
export async function closeTickets(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ status: 'closed', closed_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .execute()
}
