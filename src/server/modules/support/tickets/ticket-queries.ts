import { type Kysely, sql } from 'kysely'

import { type Ticket, UNREAD_TICKETS_MAX } from '#contract/support/tickets.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { withNames } from '#server/modules/users/read-names.ts'

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

type TicketPage = { status?: Ticket['status'] | undefined; before: bigint | undefined; count: number }

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

/** Newest first, only tickets with an unread answer. */
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

/** Stops at the maximum: a customer who reads nothing may have any number. */
export async function countUnreadTickets(db: Kysely<DB>, userId: number): Promise<number> {
  // In index order: otherwise PostgreSQL reads every row before it applies the limit.
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

/** The columns that staff see. */
const adminColumns = [
  ...ticketColumns,
  'users.email as user_email',
  'users.name as user_name',
  'users.language as user_language',
  'users.role as user_role',
  'users.permissions as user_permissions',
  'tickets.assigned_to',
] as const

/** For staff: any customer's ticket. */
export async function findAnyTicketRow(db: Kysely<DB>, id: bigint) {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .select(adminColumns)
    .where('tickets.id', '=', id)
    .execute()
  return (await withAssignees(db, rows))[0]
}

async function withAssignees<Row extends { assigned_to: number | null }>(
  db: Kysely<DB>,
  rows: readonly Row[],
): Promise<(Row & { assignee_name: string | null })[]> {
  const named = await withNames(db, rows, ({ assigned_to: id }) => id)
  return named.map((row) => ({ ...row, assignee_name: row.name }))
}

export type AnyTicketRow = NonNullable<Awaited<ReturnType<typeof findAnyTicketRow>>>

type AdminFilter = {
  userId: number | undefined
  /** Open, and the customer wrote last. */
  isWaiting: boolean
  /** Open, and assigned to this staff member or to nobody. */
  assignedTo: number | 'nobody' | undefined
}

/**
 * Newest first, for all customers or one. The page is limited before names are joined: for a customer's tickets, of
 * which the planner expects many, it might read all users.
 */
export async function listAnyTicketRows(
  db: Kysely<DB>,
  { userId, status, isWaiting, assignedTo, before, count }: TicketPage & AdminFilter,
): Promise<AnyTicketRow[]> {
  let query = db.selectFrom('tickets').select([...ticketColumns, 'tickets.assigned_to'])
  if (assignedTo !== undefined) query = query.where('tickets.status', '=', 'open')
  if (assignedTo === 'nobody') query = query.where('tickets.assigned_to', 'is', null)
  else if (assignedTo !== undefined) query = query.where('tickets.assigned_to', '=', assignedTo)
  if (userId !== undefined) query = query.where(ofCustomer(userId)).orderBy('tickets.user_id', 'desc')
  if (status !== undefined) query = query.where('tickets.status', '=', status)
  if (isWaiting) query = query.where('tickets.status', '=', 'open').where('tickets.last_sender', '=', 'user')
  if (before !== undefined) query = query.where('tickets.id', '<', before)
  const rows = await db
    .selectFrom(query.orderBy('tickets.id', 'desc').limit(count).as('tickets'))
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .select(adminColumns)
    .orderBy('tickets.id', 'desc')
    .execute()
  return withAssignees(db, rows)
}

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

/** A ticket always has at least its first message. */
export async function findNewestMessage(
  db: Kysely<DB>,
  { userId, ticketId }: { userId: number; ticketId: bigint },
) {
  const newest = await db
    .selectFrom('ticket_messages')
    .select(['id', 'actor_id'])
    .where('user_id', '=', userId)
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const [named] = await withNames(db, [newest], ({ actor_id: actorId }) => actorId ?? userId)
  return { id: newest.id, name: named?.name ?? '' }
}
