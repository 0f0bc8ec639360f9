import { type Kysely, sql } from 'kysely'

import { type Found, SEARCH_FOUND_MAX } from '#contract/site/search.ts'
import { money } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import type { Wanted } from './wanted.ts'

type Staff = NonNullable<Found['staff']>
type Row<List extends keyof Staff> = Omit<NonNullable<Staff[List]>[number], 'id'> & { id: bigint }

/** One customer's order, by its id. */
export async function findOrders(db: Kysely<DB>, { id }: Wanted): Promise<NonNullable<Staff['orders']>> {
  if (id === undefined) return []
  const { rows } = await sql<Row<'orders'>>`
    select orders.id, service_name, quantity, orders.status, users.email as user_email
    from orders join users on users.id = orders.user_id where orders.id = ${id}::bigint
    limit ${SEARCH_FOUND_MAX}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** By id, or by the full reference. */
export async function findDeposits(
  db: Kysely<DB>,
  { id, text }: Wanted,
): Promise<NonNullable<Staff['deposits']>> {
  const { rows } = await sql<Omit<Row<'deposits'>, 'amount'> & { amount: bigint }>`
    select found.id, amount, found.status, users.email as user_email from (
      select id, user_id, amount, status from deposits where id = ${id ?? null}::bigint
      union select id, user_id, amount, status from deposits where reference = ${text}
    ) found join users on users.id = found.user_id
    order by found.id desc limit ${SEARCH_FOUND_MAX}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id), amount: money(row.amount) }))
}

/** By id. */
export async function findTickets(db: Kysely<DB>, { id }: Wanted): Promise<NonNullable<Staff['tickets']>> {
  if (id === undefined) return []
  const { rows } = await sql<Row<'tickets'>>`
    select tickets.id, subject, tickets.status, users.name as user_name
    from tickets join users on users.id = tickets.user_id where tickets.id = ${id}::bigint
    limit ${SEARCH_FOUND_MAX}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
