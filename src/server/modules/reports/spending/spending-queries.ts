import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** `day` is in UTC, as "2026-01-31". */
export type DayRow = { day: string; orders: number; sold: bigint; refunded: bigint }

type Counted = { counted_until: Date | null; days: { [column in keyof DayRow]: string }[] | null }

/** What was counted of a customer since that day, and how far it was counted, of one moment: in one row, if of no day. */
export async function findCountedDays(
  db: Kysely<DB>,
  { userId, since }: { userId: number; since: string },
): Promise<{ days: DayRow[]; countedUntil: Date | null }> {
  const { rows } = await sql<Counted>`
    select (select counted_until from daily_progress) as counted_until,
      jsonb_agg(jsonb_build_object('day', day, 'orders', orders::text, 'sold', sold::text, 'refunded', refunded::text)) as days
    from daily_customers where user_id = ${userId} and day >= ${since}::date`.execute(db)
  const days = (rows[0]?.days ?? []).map(({ day, orders, sold, refunded }) => ({
    day,
    orders: Number(orders),
    sold: BigInt(sold),
    refunded: BigInt(refunded),
  }))
  return { days, countedUntil: rows[0]?.counted_until ?? null }
}

/** What the ledger has of a customer from a time on, among their lines from `first` on, by day. */
export async function sumLines(
  db: Kysely<DB>,
  { userId, first, from }: { userId: number; first: number; from: Date },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select (created_at at time zone 'UTC')::date::text as day, count(*) filter (where type = 'order')::int as orders,
      coalesce(sum(amount) filter (where type = 'order'), 0)::bigint as sold,
      coalesce(sum(amount) filter (where type = 'refund'), 0)::bigint as refunded
    from transactions
    where user_id = ${userId} and seq >= ${first} and created_at >= ${from} and type in ('order', 'refund')
    group by 1`.execute(db)
  return rows
}
