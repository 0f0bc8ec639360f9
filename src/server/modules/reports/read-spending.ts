import { type Kysely, sql } from 'kysely'

import { money } from '#contract/base/money.ts'
import { type Spending, SPENDING_DAYS } from '#contract/reports/spending.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { findRange } from '#server/modules/ledger/find-range.ts'
import { findTotals } from '#server/modules/ledger/account.ts'

const DAY_MS = 86_400_000
/**
 * Max. ledger rows to read beyond the counted part. Counting is normally seconds behind; during a recount, a customer
 * with more rows sees only the days counted so far.
 */
const UNCOUNTED_LINES_MAX = 5_000
/** A row's time is when its tx began, its number from when it locked the account: neighbours may be out of order by this. */
const DISORDER_MS = 300_000

/**
 * What a customer's orders cost on each of the last days, including those just placed: the counted days, and the ledger
 * after them.
 */
export async function readSpending(ctx: Context, userId: number): Promise<Spending> {
  const now = ctx.clock()
  const dayAt = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
  const all = Array.from({ length: 2 * SPENDING_DAYS }, (_, index) => dayAt(2 * SPENDING_DAYS - 1 - index))
  const since = all[0] ?? dayAt(0)
  const { days: counted, countedUntil } = await findCountedDays(ctx.db, { userId, since })
  const from = new Date(Math.max(Date.parse(since), countedUntil?.getTime() ?? 0))
  const rest = await readRest(ctx, { userId, from })
  const rows = [...counted, ...(rest ?? [])]
  const days = all.map((day) =>
    toDay(
      day,
      rows.filter((row) => row.day === day),
    ),
  )
  return {
    days: days.slice(SPENDING_DAYS),
    before: days.slice(0, SPENDING_DAYS).map(({ spent }) => spent),
    counted_until: rest === undefined ? from : null,
  }
}

/** Undefined if there is too much to read. */
async function readRest(
  { db }: Context,
  { userId, from }: { userId: number; from: Date },
): Promise<DayRow[] | undefined> {
  const last = (await findTotals(db, userId))?.seq ?? 0
  const since = new Date(from.getTime() - DISORDER_MS)
  const { first } = await findRange(db, { userId, last, from: since, to: undefined })
  if (first > last) return []
  return last - first >= UNCOUNTED_LINES_MAX ? undefined : sumLines(db, { userId, first, from })
}

function toDay(day: string, rows: readonly DayRow[]): Spending['days'][number] {
  return {
    day,
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    spent: money(rows.reduce((sum, { sold }) => sum + sold, 0n)),
    refunded: money(rows.reduce((sum, { refunded }) => sum + refunded, 0n)),
  }
}

/** `day` is in UTC, as "2026-01-31". */
type DayRow = { day: string; orders: number; sold: bigint; refunded: bigint }

type Counted = { counted_until: Date | null; days: { [column in keyof DayRow]: string }[] | null }

/** A customer's counted days since a day and the counting progress, read at the same moment. */
async function findCountedDays(
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

/** Sums by day of a customer's ledger from a time on, reading rows from number `first` on. */
async function sumLines(
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
