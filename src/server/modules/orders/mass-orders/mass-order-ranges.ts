import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Stores which orders a mass order placed: the customer's last `orders`, whose account this tx has locked. */
export async function addMassOrderRange(
  tx: Tx,
  { userId, orders }: { userId: number; orders: number },
): Promise<void> {
  if (orders < 2) return
  await sql`
    insert into mass_order_ranges (user_id, first_seq, orders)
    select user_id, orders_seq - ${orders}::int + 1, ${orders} from accounts where user_id = ${userId}`.execute(
    tx,
  )
}

/**
 * SQL: the mass order of a row with `user_id` and the order's `seq`, or null. Both ends of the range are compared, so
 * that the statement that lands statuses, in which sorting by an index is off, reads a few entries and not all of the
 * customer's. `also` is a further condition on `range`.
 */
export const massOrderOf = (row: string, also = '') => `(
    select range.first_seq from mass_order_ranges range
    where range.user_id = ${row}.user_id${also} and range.first_seq between ${row}.seq - ${limits.massLinesMax - 1} and ${row}.seq
      and range.first_seq + range.orders > ${row}.seq)`

/** The mass order that an order is part of; null for a single order. */
export async function findMassOrder(
  db: Kysely<DB>,
  { userId, seq }: { userId: number; seq: number },
): Promise<number | null> {
  const { rows } = await sql<{ first_seq: number }>`
    select first_seq from mass_order_ranges
    where user_id = ${userId} and first_seq between ${seq - limits.massLinesMax + 1} and ${seq} and first_seq + orders > ${seq}`.execute(
    db,
  )
  return rows[0]?.first_seq ?? null
}
