import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { ReportCut, ReportSort } from '#contract/reports/money-report.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** In the order of `Figures`. */
export const reportColumns = [
  'orders',
  'sold',
  'refunded',
  'cost',
  'deposits',
  'bonuses',
  'corrections',
] as const
/** Sums as texts: a sum over all customers may be above what a bigint holds. */
export type Figures = readonly string[]

/** `rows` is the number of all groups, in the first row, which is the total. */
export type ReportRowFound = {
  key: string | null
  name: string | null
  rows: number
  counted_until: Date | null
  now: Figures
  before: Figures
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
  /** The same by month. */
  months?: RawBuilder<unknown>
  /** SQL, of a row. */
  key: (span: Span) => RawBuilder<unknown>
  /** Whose `id` is the key and which has the name; without it the key is the name. */
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

/**
 * The total and the first `count` rows, in one statement, so that they add up while counting continues. It reads the
 * months of both spans and the days by which these differ from them. Only the rows that are returned get names, unless
 * they are in the order of names. A group whose figures are all zero is none.
 */
export async function findReport(
  db: Kysely<DB>,
  { by, span, before, sort, direction, count }: ReportRequest,
): Promise<ReportRowFound[]> {
  const cut = cuts[by]
  const parts = [
    ...listParts(cut, by, span, 'now'),
    ...(before === undefined ? [] : listParts(cut, by, before, 'before')),
  ]
  const order = sql`order by ${sorts[sort]} ${sql.raw(direction === 'ascending' ? 'asc' : 'desc')} nulls last, key`
  const isNamedFirst = sort === 'name'
  const { rows } = await sql<ReportRowFound>`
    with counted as materialized (
      select counted_until, (counted_until at time zone 'UTC')::date as day from daily_progress
    ), grouped as materialized (
      select key, ${perPeriod((period, column) => sql`coalesce(sum(${sql.ref(column)}) filter (where ${period === 'now' ? sql`is_now` : sql`not is_now`}), 0) as ${sql.ref(`${period}_${column}`)}`)}
      from (${sql.join(parts, sql` union all `)}) found group by key
    ), groups as (
      select * from grouped where (${perPeriod((period, column) => sql.ref(`${period}_${column}`))}) <> (${perPeriod(() => sql`0`)})
    ), shown as (
      select *, row_number() over (${order}) as place from ${isNamedFirst ? withNames(cut, sql`groups`) : sql`groups`}
      ${order} limit ${count}
    )
    select 0 as place, null as key, null as name, count(*)::int as rows, (select counted_until from counted) as counted_until,
      ${perFigures((column) => sql`coalesce(sum(${column}), 0)::text`)}
    from groups
    union all
    select place, key::text, name, 0, null, ${perFigures((column) => sql`${column}::text`)}
    from ${isNamedFirst ? sql`shown` : withNames(cut, sql`shown`)}
    order by place`.execute(db)
  return rows
}

function perPeriod(
  make: (period: 'now' | 'before', column: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(
    (['now', 'before'] as const).flatMap((period) => reportColumns.map((column) => make(period, column))),
  )
}

function perFigures(make: (column: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  const all = (period: string) =>
    sql.join(reportColumns.map((column) => make(sql.ref(`${period}_${column}`))))
  return sql`array[${all('now')}] as now, array[${all('before')}] as before`
}

function withNames({ named }: Cut, groups: RawBuilder<unknown>): RawBuilder<unknown> {
  return named === undefined
    ? sql`(select *, key::text as name from ${groups}) named`
    : sql`(select groups.*, known.name from ${groups} groups left join ${sql.table(named)} known on known.id = groups.key) named`
}

/** Selects whose rows add up to the span, of one of the periods. */
function listParts(cut: Cut, by: ReportCut, span: Span, period: 'now' | 'before'): RawBuilder<unknown>[] {
  const select = (table: RawBuilder<unknown>, where: RawBuilder<unknown>, sign = sql``) => sql`
    select ${cut.key(span)} as key, ${sql.lit(period === 'now')} as is_now, ${figuresOf(by, sign)} from ${table} where ${where}`
  const ofDays = ({ from, to }: Span) => sql`day between ${from}::date and ${to}::date`
  if (cut.months === undefined) return [select(cut.days, ofDays(span))]
  const { months, more, less } = splitIntoMonths(span)
  return [
    select(cut.months, sql`month = any (${months}::date[])`),
    ...more.map((days) => select(cut.days, ofDays(days))),
    // The day that is being counted is in no month yet, and the ones after have no figures.
    ...less.map((days) => select(cut.days, sql`${ofDays(days)} and day < (select day from counted)`, sql`-`)),
    select(
      cut.days,
      sql`day = (select day from counted) and ${ofDays(span)} and date_trunc('month', day::timestamp) = any (${months}::date[])`,
    ),
  ]
}

function figuresOf(by: ReportCut, sign: RawBuilder<unknown>): RawBuilder<unknown> {
  const isAll = by === 'day' || by === 'customer'
  return sql.join(
    reportColumns.map((column, at) =>
      isAll || at < 4
        ? sql`${sign} ${sql.ref(column)} as ${sql.ref(column)}`
        : sql`null::bigint as ${sql.ref(column)}`,
    ),
  )
}

/**
 * Months (their first days) that together with the days of `more`, and without those of `less`, are the span. A month is
 * read as a whole if no more than half of it is outside: then fewer days are taken out than would have to be read.
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
