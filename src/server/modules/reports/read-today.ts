import { type Kysely, sql } from 'kysely'

import { money } from '#contract/base/money.ts'
import {
  BEST_SELLERS_DAYS,
  BEST_SELLERS_MAX,
  type Today,
  TODAY_DAYS,
  type TodayFigures,
} from '#contract/reports/today.ts'
import type { Context } from '#server/context.ts'
import { cacheRead } from '#server/lib/cache/cache-read.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

const DAY_MS = 86_400_000
/** A row of `recent_totals` belongs to the part up to a time if most of it does. */
const HALF_STEP_MS = 300_000

/** Read at most every 10 s, regardless of viewers; from days, ten minutes and services of a week, never orders or the ledger. */
export const readToday = cacheRead(findToday, { freshMs: 5_000, staleMs: 10_000 })

async function findToday({ db, clock }: Context): Promise<Today> {
  const now = clock()
  const dayAt = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
  const since = dayAt(TODAY_DAYS - 1)
  const [days, registered, sellers] = await Promise.all([
    findDays(db, since),
    countRegistered(db, { since, until: now }),
    listBestSellers(db, dayAt(BEST_SELLERS_DAYS - 1)),
  ])
  const countedUntil = days.counted_until
  const midnight = Date.parse(dayAt(0))
  const countedTo = Math.max(midnight, countedUntil?.getTime() ?? 0) - DAY_MS
  const yesterday = await findSpan(db, { from: new Date(midnight - DAY_MS), until: new Date(countedTo) })
  const registeredOn = new Map(registered.map((row) => [row.day, row]))
  const all = Array.from({ length: TODAY_DAYS }, (_, index) => {
    const day = dayAt(TODAY_DAYS - 1 - index)
    return { day, ...toFigures(days.days?.[day], registeredOn.get(day)?.customers ?? 0) }
  })
  const today = all.at(-1)
  if (today === undefined) throw new Error('there is always a today')
  return {
    counted_until: countedUntil,
    has_orders: days.has_orders,
    today,
    yesterday: toFigures(yesterday, registeredOn.get(dayAt(1))?.by_this_time ?? 0),
    days: all,
    best_sellers: sellers.map(({ service_id, name, ...row }) => {
      const { orders, revenue, margin } = toFigures(row, 0)
      return { service_id, name, orders, revenue, margin }
    }),
  }
}

/** As texts, since JSON numbers would lose digits. */
type Sums = { orders: string; sold: string; refunded: string; cost: string }

function toFigures(sums: Sums | undefined, customers: number): TodayFigures {
  const of = (figure: keyof Sums) => BigInt(sums?.[figure] ?? '0')
  const revenue = of('sold') - of('refunded')
  return {
    revenue: money(revenue),
    margin: money(revenue - of('cost')),
    orders: Number(of('orders')),
    customers,
  }
}

type DaysRow = { counted_until: Date | null; has_orders: boolean; days: Record<string, Sums> | null }

/** Each day since `since` and the counting progress, read at the same moment. */
async function findDays(db: Kysely<DB>, since: string): Promise<DaysRow> {
  const { rows } = await sql<DaysRow>`
    select (select counted_until from daily_progress) as counted_until,
      exists (select 1 from orders limit 1) as has_orders,
      (select jsonb_object_agg(day, jsonb_build_object('orders', orders::text, 'sold', sold::text,
        'refunded', refunded::text, 'cost', cost::text)) from daily_totals where day >= ${since}::date) as days`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('select returned no row')
  return row
}

async function findSpan(db: Kysely<DB>, { from, until }: { from: Date; until: Date }): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select coalesce(sum(orders), 0)::text as orders, coalesce(sum(sold), 0)::text as sold,
      coalesce(sum(refunded), 0)::text as refunded, coalesce(sum(cost), 0)::text as cost
    from recent_totals where since >= ${from} and since < ${new Date(until.getTime() - HALF_STEP_MS)}`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a sum without groups always has a row')
  return row
}

type RegisteredRow = { day: string; customers: number; by_this_time: number }

/** Through an index that contains only their times. */
async function countRegistered(
  db: Kysely<DB>,
  { since, until }: { since: string; until: Date },
): Promise<RegisteredRow[]> {
  const { rows } = await sql<RegisteredRow>`
    select (created_at at time zone 'UTC')::date::text as day, count(*)::int as customers,
      count(*) filter (where (created_at at time zone 'UTC')::time <= (${until}::timestamptz at time zone 'UTC')::time)::int as by_this_time
    from users where role = 'user' and created_at >= ${since}::date::timestamp at time zone 'UTC'
    group by 1`.execute(db)
  return rows
}

type SellerRow = Sums & { service_id: number; name: string | null }

/** Service 0 stands for orders that no longer exist. */
async function listBestSellers(db: Kysely<DB>, since: string): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    select service_id, (select name from services where services.id = service_id and deleted_at is null) as name,
      orders::text, sold::text, refunded::text, cost::text
    from (
      select service_id, sum(orders) as orders, sum(sold) as sold, sum(refunded) as refunded, sum(cost) as cost
      from daily_services where day >= ${since}::date and service_id <> 0
      group by service_id having sum(sold - refunded) > 0
      order by sum(sold - refunded) desc, service_id limit ${BEST_SELLERS_MAX}
    ) best
    order by best.sold - best.refunded desc, service_id`.execute(db)
  return rows
}
