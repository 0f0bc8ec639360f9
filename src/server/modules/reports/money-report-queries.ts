import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { ReportCut, ReportSort } from '#contract/reports/money-report.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type FiguresRow = {
  orders: bigint
  sold: bigint
  refunded: bigint
  cost: bigint
  deposits: bigint | null
  bonuses: bigint | null
  corrections: bigint | null
}

/** `place` 0 is the total, -1 the sum of those beyond the count; `rows` says how many there are. */
export type ReportRowFound = {
  place: number
  key: string | null
  name: string | null
  rows: number
  counted_until: Date | null
  now: FiguresText
  before: FiguresText
}
type FiguresText = { [figure in keyof FiguresRow]: string | null }

/** Both ends are in it, as UTC days. */
export type Span = { from: string; to: string }

export type ReportQuestion = {
  by: ReportCut
  span: Span
  before: Span | undefined
  sort: ReportSort
  direction: 'ascending' | 'descending'
  count: number
}

type Cut = { table: RawBuilder<unknown>; key: (span: Span) => RawBuilder<unknown>; name: RawBuilder<unknown> }
const keyed = (column: string) => () => sql.raw(column)

/** A day's key is its place in the span, so that it meets that of the span before. */
const cuts: Record<ReportCut, Cut> = {
  day: {
    table: sql`daily_totals`,
    key: ({ from }) => sql`day - ${from}::date`,
    name: sql`lpad(key::text, 5, '0')`,
  },
  service: {
    table: sql`daily_services`,
    key: keyed('service_id'),
    name: sql`(select name from services where id = key)`,
  },
  provider: {
    table: sql`daily_services`,
    key: keyed('provider_id'),
    name: sql`(select name from providers where id = key)`,
  },
  platform: {
    table: sql`daily_services left join services on services.id = service_id`,
    key: () => sql`coalesce(services.platform, '')`,
    name: sql`key`,
  },
  customer: {
    table: sql`daily_customers`,
    key: keyed('user_id'),
    name: sql`(select name from users where id = key)`,
  },
}

const sorts: Record<ReportSort, RawBuilder<unknown>> = {
  name: sql`name`,
  orders: sql`n.orders`,
  sold: sql`n.sold`,
  refunded: sql`n.refunded`,
  revenue: sql`n.sold - n.refunded`,
  cost: sql`n.cost`,
  margin: sql`n.sold - n.refunded - n.cost`,
  deposits: sql`n.deposits`,
  bonuses: sql`n.bonuses`,
  corrections: sql`n.corrections`,
}

/**
 * The rows with their total and how far it was counted, in one statement, so that they add up while the counting goes on.
 * It reads the spans' days alone: 180 rows by day, by service what was sold on each of them.
 */
export async function findReport(
  db: Kysely<DB>,
  { by, span, before, sort, direction, count }: ReportQuestion,
): Promise<ReportRowFound[]> {
  const { table, key, name } = cuts[by]
  const figures = by === 'day' || by === 'customer' ? ofAll : ofOrders
  const part = (one: Span, isNow: boolean) => sql`
    select ${key(one)} as key, ${isNow}::boolean as is_now, ${figures} from ${table}
    where day between ${one.from}::date and ${one.to}::date`
  const parts = before === undefined ? [part(span, true)] : [part(span, true), part(before, false)]
  const { rows } = await sql<ReportRowFound>`
    with found as (${sql.join(parts, sql` union all `)}
    ), grouped as materialized (
      select key, ${name} as name, ${sum('now', true)}, ${sum('before', false)} from found group by key
    ), placed as (
      select row_number() over (order by ${sorts[sort]} ${sql.raw(direction === 'ascending' ? 'asc' : 'desc')} nulls last, key)::int as place,
        grouped.*
      from grouped, jsonb_populate_record(null::daily_totals, now) n
    ), bundled as (
      select 0 as place, null as key, null as name, count(*)::int as rows, ${bundle('now')}, ${bundle('before')} from grouped
      union all
      select -1, null, null, count(*)::int, ${bundle('now')}, ${bundle('before')} from placed where place > ${count}
    )
    select place, key, name, rows, now, before, (select counted_until from daily_progress) as counted_until from bundled
    union all
    select place, key::text, name, 1, now, before, null from placed where place <= ${count}
    order by place`.execute(db)
  return rows
}

const columns = ['orders', 'sold', 'refunded', 'cost', 'deposits', 'bonuses', 'corrections'] as const
const ofAll = sql.raw(columns.join(', '))
const ofOrders = sql`orders, sold, refunded, cost, null::bigint as deposits, null::bigint as bonuses, null::bigint as corrections`

/** As texts: no JSON number holds them all. */
function sum(as: 'now' | 'before', isNow: boolean) {
  const each = columns.map(
    (column) => sql`${sql.lit(column)}, (sum(${sql.raw(column)}) filter (where is_now = ${isNow}))::text`,
  )
  return sql`jsonb_build_object(${sql.join(each)}) as ${sql.raw(as)}`
}

function bundle(as: 'now' | 'before') {
  const each = columns.map(
    (column) => sql`${sql.lit(column)}, sum((${sql.raw(as)} ->> ${sql.lit(column)})::numeric)::text`,
  )
  return sql`jsonb_build_object(${sql.join(each)}) as ${sql.raw(as)}`
}
