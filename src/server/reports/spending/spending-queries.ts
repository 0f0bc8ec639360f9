import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'

/** `day` is in UTC, as "2026-01-31". */
export type DayRow = { day: string; orders: number; sold: bigint; refunded: bigint }

/** What was counted of a customer since that day, and how far it was counted, of one moment. */
export async function findCountedDays(
  db: Kysely<DB>,
  { userId, since }: { userId: number; since: string },
): Promise<{ days: DayRow[]; countedUntil: Date | null }> {
  const { rows } = await sql<
    { counted_until: Date | null } & { [column in keyof DayRow]: DayRow[column] | null }
  >`
    select counted_until, day::text, orders::int, sold, refunded
    from daily_progress left join daily_customers on user_id = ${userId} and day >= ${since}::date`.execute(
    db,
  )
  const days = rows.flatMap(({ day, orders, sold, refunded }) =>
    day === null || orders === null || sold === null || refunded === null
      ? []
      : [{ day, orders, sold, refunded }],
  )
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
