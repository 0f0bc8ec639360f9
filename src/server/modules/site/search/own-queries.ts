import { type Kysely, sql } from 'kysely'

import { type Found, SEARCH_FOUND_MAX } from '#contract/site/search.ts'
import { money } from '#contract/base/money.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import { containing } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import type { Wanted } from './wanted.ts'

/** Words and amounts are searched in this many of the newest rows, so that a search without results costs no more. */
const READ_MAX = 200
const AMOUNTS_READ_MAX = 1_000

/** By id, by the full link, and by words of the service among the newest. */
export async function findOwnOrders(
  db: Kysely<DB>,
  userId: number,
  { text, id }: Wanted,
): Promise<Found['orders']> {
  const columns = sql`id, service_name, quantity, status`
  const { rows } = await sql<Omit<Found['orders'][number], 'id'> & { id: bigint }>`
    select * from (
      select ${columns} from orders where user_id = ${userId} and id = ${id ?? null}::bigint
      union (
        select ${columns} from orders
        where user_id = ${userId}
          and hashtextextended(rtrim(lower(link), '/'), 0) = hashtextextended(rtrim(lower(${text}), '/'), 0)
        order by id desc limit ${SEARCH_FOUND_MAX})
      union
      select ${columns} from (
        select ${columns} from orders where ${ofCustomer(userId)} order by user_id desc, id desc limit ${READ_MAX}) newest
      where service_name ilike ${containing(text)}
    ) found order by id desc limit ${SEARCH_FOUND_MAX}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** By id, by the order it is about, and by words of the subject, among the newest. */
export async function findOwnTickets(
  db: Kysely<DB>,
  userId: number,
  { text, id }: Wanted,
): Promise<Found['tickets']> {
  const { rows } = await sql<Omit<Found['tickets'][number], 'id'> & { id: bigint }>`
    select id, subject, status from (
      select id, subject, status, order_id from tickets where ${ofCustomer(userId)}
      order by user_id desc, id desc limit ${READ_MAX}) newest
    where id = ${id ?? null}::bigint or order_id = ${id ?? null}::bigint or subject ilike ${containing(text)}
    order by id desc limit ${SEARCH_FOUND_MAX}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** By id, by the order (its charge and refunds), and by the amount, with either sign, among the newest. */
export async function findOwnTransactions(
  db: Kysely<DB>,
  userId: number,
  { id, amounts }: Wanted,
): Promise<Found['transactions']> {
  if (id === undefined && amounts.length === 0) return []
  const columns = sql`id, seq, type, signed_amount, order_id, created_at`
  const { rows } = await sql<FoundTransaction>`
    select * from (
      select ${columns} from transactions where user_id = ${userId} and id = ${id ?? null}::bigint
      union select ${columns} from transactions
        where user_id = ${userId} and order_id = ${id ?? null}::bigint and type = 'order'
      union select ${columns} from transactions
        where user_id = ${userId} and order_id = ${id ?? null}::bigint and type = 'refund'
      union select ${columns} from transactions
        where user_id = ${userId} and amount = any (${amounts}::bigint[])
          and seq > (select transactions_seq from accounts where user_id = ${userId}) - ${AMOUNTS_READ_MAX}::int
    ) found order by seq desc limit ${SEARCH_FOUND_MAX}`.execute(db)
  return rows.map(({ id: own, type, signed_amount: signed, order_id: order, created_at }) => ({
    id: Number(own),
    type,
    amount: money(signed),
    order_id: order === null ? null : Number(order),
    created_at,
  }))
}

type FoundTransaction = Pick<Found['transactions'][number], 'type' | 'created_at'> & {
  id: bigint
  signed_amount: bigint
  order_id: bigint | null
}
