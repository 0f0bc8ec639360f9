import { type RawBuilder, sql } from 'kysely'

import type { ReportCut, ReportSort } from '#contract/reports/money-report.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { allFigures, orderFigures } from './counting/figures.ts'

/** In `allFigures` order. */
export type Figures = readonly bigint[]

/** `rows` is the number of groups, set in the first row, which is the total. */
export type ReportRowFound = {
  key: string | null
  name: string | null
  rows: number
  counted_until: Date | null
  /** `readFigures` parses it: with one text each, 100,000 rows stay small. */
  sums: string
}

/** UTC days, both inclusive. */
export type Span = { from: string; to: string }

type ReportRequest = {
  by: ReportCut
  span: Span
  before: Span | undefined
  sort: ReportSort
  direction: 'ascending' | 'descending'
  count: number
}

type Cut = {
  days: RawBuilder<unknown>
  /** The same tables by month. */
  months?: RawBuilder<unknown>
  /** SQL expression for a row's key. */
  key: (span: Span) => RawBuilder<unknown>
  /** The table whose `id` is the key and that has the name; without it the key is the name. */
  named?: 'services' | 'providers' | 'users'
}
const keyed = (column: string) => () => sql.ref(column)
const services = sql`left join services on services.id = service_id`

const cuts: Record<ReportCut, Cut> = {
  // A day's key is its position in the span, so that it matches the same day of the previous span.
  day: { days: sql`daily_totals`, key: ({ from }) => sql`day - ${from}::date` },
  service: {
    days: sql`daily_services`,
    months: sql`monthly_services`,
    key: keyed('service_id'),
    named: 'services',
  },
  provider: {
    days: sql`daily_services`,
    months: sql`monthly_services`,
    key: keyed('provider_id'),
    named: 'providers',
  },
  platform: {
    days: sql`daily_services ${services}`,
    months: sql`monthly_services ${services}`,
    key: () => sql`coalesce(services.platform, '')`,
  },
  customer: {
    days: sql`daily_customers`,
    months: sql`monthly_customers`,
    key: keyed('user_id'),
    named: 'users',
  },
}

const sorts: Record<ReportSort, RawBuilder<unknown>> = {
  name: sql`name`,
  orders: sql`now_orders`,
  sold: sql`now_sold`,
  refunded: sql`now_refunded`,
  revenue: sql`now_sold - now_refunded`,
  cost: sql`now_cost`,
  margin: sql`now_sold - now_refunded - now_cost`,
  deposits: sql`now_deposits`,
  bonuses: sql`now_bonuses`,
  corrections: sql`now_corrections`,
}

const PAGE_MAX = 1_000
/** For a busy machine: half a year of 100,000 customers and the period before take 2 s of CPU. */
const SECONDS_MAX = 30

/**
 * The total and the first `count` rows, in one statement, so that they add up while counting continues. Reads the
 * months of both spans and the days by which these differ from them. Only returned rows get names, unless they are
 * sorted by name. Groups whose figures are all zero are left out.
 */
export async function findReport(
  tx: Tx,
  { by, span, before, sort, direction, count }: ReportRequest,
): Promise<ReportRowFound[]> {
  const cut = cuts[by]
  const spans = before === undefined ? { now: span } : { now: span, before }
  const columns = columnsOf(by)
  const sums = Object.keys(spans).flatMap((period) => columns.map((column) => ({ period, column })))
  const named = sums.map(({ period, column }) => sql.ref(`${period}_${column}`))
  const parts = Object.entries(spans).flatMap(([period, own]) =>
    listParts({ cut, columns, span: own, period }),
  )
  const order = sql`order by ${sorts[sort]} ${sql.raw(direction === 'ascending' ? 'asc' : 'desc')} nulls last, key`
  const isNamedFirst = sort === 'name'
  await sql.raw(allowSeconds(SECONDS_MAX)).execute(tx)
  // Keeps the sums of 100,000 customers in memory: on disk they take a third longer.
  await sql`set local work_mem = '64MB'`.execute(tx)
  // The planner expects few groups, and would look up each name of an export by key.
  if (count > PAGE_MAX) await sql`set local enable_nestloop = off`.execute(tx)
  const { rows } = await sql<ReportRowFound>`
    with counted as materialized (
      select counted_until, (counted_until at time zone 'UTC')::date as day from daily_progress
    ), grouped as materialized (
      select key, ${sql.join(
        sums.map(
          ({ period, column }, at) =>
            sql`sum_units(${sql.ref(column)}) filter (where is_now = ${sql.lit(period === 'now')}) as ${named[at]}`,
        ),
      )}
      from (${sql.join(parts, sql` union all `)}) found group by key
    ), kept as (
      select * from grouped where (${sql.join(named)}) <> (${sql.join(named.map(() => sql`0`))})
    ), shown as (
      select *, row_number() over (${order}) as place from ${isNamedFirst ? withNames(cut, sql`kept`) : sql`kept`}
      ${order} limit ${count}
    )
    select 0 as place, null as key, null as name, count(*)::int as rows, (select counted_until from counted) as counted_until,
      concat_ws(' ', ${sql.join(named.map((sum) => sql`coalesce(sum(${sum}), 0)`))}) as sums
    from kept
    union all
    select place, key::text, name, 0, null, concat_ws(' ', ${sql.join(named)})
    from ${isNamedFirst ? sql`shown` : withNames(cut, sql`shown`)}
    order by place`.execute(tx)
  return rows
}

/** For both periods; empty for one that is not requested. Services, providers and platforms have only the first four. */
export function readFigures(
  { sums }: Pick<ReportRowFound, 'sums'>,
  by: ReportCut,
): { now: Figures; before: Figures } {
  const all = sums.split(' ').map(BigInt)
  const count = columnsOf(by).length
  return { now: all.slice(0, count), before: all.slice(count) }
}

function columnsOf(by: ReportCut) {
  return by === 'day' || by === 'customer' ? allFigures : orderFigures
}

function withNames({ named }: Cut, groups: RawBuilder<unknown>): RawBuilder<unknown> {
  return named === undefined
    ? sql`(select *, key::text as name from ${groups}) named`
    : sql`(select rows.*, known.name from ${groups} rows left join ${sql.table(named)} known on known.id = rows.key) named`
}

type Part = { cut: Cut; columns: readonly string[]; span: Span; period: string }

/** Selects that add up to one of the periods' span. */
function listParts({ cut, columns, span, period }: Part): RawBuilder<unknown>[] {
  const select = (table: RawBuilder<unknown>, where: RawBuilder<unknown>, sign = sql``) => sql`
    select ${cut.key(span)} as key, ${sql.lit(period === 'now')} as is_now,
      ${sql.join(columns.map((column) => sql`${sign} ${sql.ref(column)} as ${sql.ref(column)}`))}
    from ${table} where ${where}`
  const ofDays = ({ from, to }: Span) => sql`day between ${from}::date and ${to}::date`
  if (cut.months === undefined) return [select(cut.days, ofDays(span))]
  const { months, more, less } = splitIntoMonths(span)
  return [
    select(cut.months, sql`month = any (${months}::date[])`),
    ...more.map((days) => select(cut.days, ofDays(days))),
    // The day being counted is in no month yet, and later days have no figures.
    ...less.map((days) => select(cut.days, sql`${ofDays(days)} and day < (select day from counted)`, sql`-`)),
    select(
      cut.days,
      sql`day = (select day from counted) and ${ofDays(span)} and date_trunc('month', day::timestamp) = any (${months}::date[])`,
    ),
  ]
}

/**
 * Months (their first days) that, plus the days of `more` and minus those of `less`, are the span. A month is read
 * whole if at most half of it is outside the span: then fewer days are subtracted than would have to be read.
 */
export function splitIntoMonths({ from, to }: Span): { months: string[]; more: Span[]; less: Span[] } {
  const [months, more, less]: [string[], Span[], Span[]] = [[], [], []]
  for (let month = monthOf(from); month <= monthOf(to); month += 1) {
    const [first, last] = [toDay(Date.UTC(2000, month)), toDay(Date.UTC(2000, month + 1, 0))]
    const inside = { from: first < from ? from : first, to: last > to ? to : last }
    const outside = [
      { from: first, to: toDay(Date.parse(inside.from) - DAY_MS) },
      { from: toDay(Date.parse(inside.to) + DAY_MS), to: last },
    ].filter((days) => lengthOf(days) > 0)
    if (outside.reduce((sum, days) => sum + lengthOf(days), 0) <= lengthOf(inside)) {
      months.push(first)
      less.push(...outside)
    } else more.push(inside)
  }
  return { months, more, less }
}

/** Months since 2000. */
function monthOf(day: string): number {
  const date = new Date(day)
  return (date.getUTCFullYear() - 2000) * 12 + date.getUTCMonth()
}

const DAY_MS = 86_400_000

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function lengthOf({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}
