import { type Kysely, sql } from 'kysely'

import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { ticketColumns, type TicketPage } from './ticket-queries.ts'

/** What staff see. */
const deskColumns = [
  ...ticketColumns,
  'users.email as user_email',
  'users.name as user_name',
  'users.language as user_language',
  'users.role as user_role',
  'users.permissions as user_permissions',
  'tickets.assigned_to',
  'assignees.name as assignee_name',
] as const

/** Of whomever it is: for staff. */
export async function findAnyTicketRow(db: Kysely<DB>, id: bigint) {
  return db
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .leftJoin('users as assignees', 'assignees.id', 'tickets.assigned_to')
    .select(deskColumns)
    .where('tickets.id', '=', id)
    .executeTakeFirst()
}
export type AnyTicketRow = NonNullable<Awaited<ReturnType<typeof findAnyTicketRow>>>

type DeskFilter = {
  userId: number | undefined
  /** Open, and the customer wrote last. */
  isWaiting: boolean
  /** Open, and that member of staff has taken it, or nobody. */
  assignedTo: number | 'nobody' | undefined
}

/** Over all customers, or of one along their own key, newest first. */
export async function listAnyTicketRows(
  db: Kysely<DB>,
  { userId, status, isWaiting, assignedTo, before, count }: TicketPage & DeskFilter,
): Promise<AnyTicketRow[]> {
  let query = db
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .leftJoin('users as assignees', 'assignees.id', 'tickets.assigned_to')
    .select(deskColumns)
  if (assignedTo !== undefined) query = query.where('tickets.status', '=', 'open')
  if (assignedTo === 'nobody') query = query.where('tickets.assigned_to', 'is', null)
  else if (assignedTo !== undefined) query = query.where('tickets.assigned_to', '=', assignedTo)
  if (userId !== undefined) query = query.where(ofCustomer(userId)).orderBy('tickets.user_id', 'desc')
  if (status !== undefined) query = query.where('tickets.status', '=', status)
  if (isWaiting) query = query.where('tickets.status', '=', 'open').where('tickets.last_sender', '=', 'user')
  if (before !== undefined) query = query.where('tickets.id', '<', before)
  return query.orderBy('tickets.id', 'desc').limit(count).execute()
}

/** By the partial index of those that wait, and no more than `max` of it. */
export async function countWaitingRows(db: Kysely<DB>, max: number): Promise<number> {
  const some = db
    .selectFrom('tickets')
    .select('id')
    .where('status', '=', 'open')
    .where('last_sender', '=', 'user')
    .orderBy('id')
    .limit(max)
  const { count } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
