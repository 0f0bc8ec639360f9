import { type Kysely, type RawBuilder, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import {
  type MoneyReport,
  reportDaysDefault,
  reportDaysMax,
  type ReportCut,
  type ReportFigures,
  type ReportRow,
  type ReportSort,
  type exportMoneyReport as endpoint,
} from '#contract/reports/money-report.ts'
import type { QueryOf } from '#contract/base/endpoint.ts'
import { money } from '#contract/base/money.ts'
import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

const DAY_MS = 86_400_000
const ROWS = 200

type Query = QueryOf<typeof endpoint>

/** Answers up to `count` rows, including days without figures. Throws `invalid_parameter` for an invalid period. */
export async function readMoneyReport(
  ctx: Context,
  { by, compare, sort, direction, ...period }: Query,
  count = ROWS,
): Promise<Omit<MoneyReport, 'success'>> {
  const span = spanOf(period, ctx.clock())
  const before = compare === 'none' ? undefined : compare === 'year' ? yearBefore(span) : daysBefore(span)
  const isByDay = by === 'day'
  const found = await findReport(ctx.db, {
    by,
    span,
    before,
    sort: sort ?? (isByDay ? 'name' : 'revenue'),
    direction: direction ?? 'descending',
    count: isByDay ? reportDaysMax + 1 : count,
  })
  const toBoth = (row: ReportRowFound) => ({
    now: toFigures(row.now, by),
    before: before === undefined ? null : toFigures(row.before, by),
  })
  const total = found.find(({ place }) => place === 0)
  const rest = found.find(({ place }) => place === -1)
  if (total === undefined) throw new Error('a sum without groups always has a row')
  const rows = found
    .filter(({ place }) => place > 0)
    .map((row) => ({ key: row.key ?? '', name: row.name, ...toBoth(row) }))
  return {
    ...span,
    before_from: before?.from ?? null,
    before_to: before?.to ?? null,
    counted_until: total.counted_until,
    total: toBoth(total),
    rows: isByDay
      ? withEveryDay(rows, {
          span,
          isCompared: before !== undefined,
          order: sort !== undefined && sort !== 'name' ? 'sorted' : (direction ?? 'descending'),
        })
      : rows,
    others: rest === undefined || rest.rows === 0 ? null : { count: rest.rows, ...toBoth(rest) },
  }
}

function spanOf({ from, to }: Pick<Query, 'from' | 'to'>, now: Date): Span {
  const last = to ?? toDay(from === undefined ? now.getTime() : Math.max(now.getTime(), Date.parse(from)))
  const first = from ?? plusDays(last, 1 - reportDaysDefault)
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  if (days < 1 || days > reportDaysMax)
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'to' })
  return { from: first, to: last }
}

function daysBefore({ from, to }: Span): Span {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { from: plusDays(from, -days), to: plusDays(from, -1) }
}

/** The same number of days, from the same date a year before. */
function yearBefore({ from, to }: Span): Span {
  const first = new Date(from)
  const since = toDay(first.setUTCFullYear(first.getUTCFullYear() - 1))
  return { from: since, to: plusDays(since, (Date.parse(to) - Date.parse(from)) / DAY_MS) }
}

function plusDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * DAY_MS)
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Adds days without figures as zeros. Until here a row's key is its position in the span. */
function withEveryDay(
  found: readonly ReportRow[],
  {
    span,
    isCompared,
    order,
  }: { span: Span; isCompared: boolean; order: 'ascending' | 'descending' | 'sorted' },
): ReportRow[] {
  const days = (Date.parse(span.to) - Date.parse(span.from)) / DAY_MS + 1
  const empty = toFigures({}, 'day')
  const known = found.filter(({ key }) => Number(key) < days)
  const byPlace = new Map(known.map((row) => [Number(row.key), row]))
  const toRow = (place: number) => ({
    ...(byPlace.get(place) ?? { now: empty, before: isCompared ? empty : null }),
    key: plusDays(span.from, place),
    name: null,
  })
  const all = Array.from({ length: days }, (_, place) => place)
  if (order === 'ascending') return all.map(toRow)
  if (order === 'descending') return all.toReversed().map(toRow)
  // In the requested order; days without figures follow.
  return [...known.map(({ key }) => Number(key)), ...all.filter((place) => !byPlace.has(place))].map(toRow)
}

function toFigures(row: Partial<ReportRowFound['now']>, by: Query['by']): ReportFigures {
  const sum = (text: string | null | undefined) => money(BigInt(text ?? '0'))
  const [sold, refunded, cost] = [sum(row.sold), sum(row.refunded), sum(row.cost)]
  const hasMoneyIn = by === 'day' || by === 'customer'
  const revenue = money(sold - refunded)
  return {
    orders: Number(row.orders ?? 0),
    sold,
    refunded,
    revenue,
    cost,
    margin: money(revenue - cost),
    deposits: hasMoneyIn ? sum(row.deposits) : null,
    bonuses: hasMoneyIn ? sum(row.bonuses) : null,
    corrections: hasMoneyIn ? sum(row.corrections) : null,
  }
}

type FiguresRow = {
  orders: bigint
  sold: bigint
  refunded: bigint
  cost: bigint
  deposits: bigint | null
  bonuses: bigint | null
  corrections: bigint | null
}

/** `place` 0 is the total, -1 the sum of the rows beyond `count`; `rows` is how many are in it. */
type ReportRowFound = {
  place: number
  key: string | null
  name: string | null
  rows: number
  counted_until: Date | null
  now: FiguresText
  before: FiguresText
}
type FiguresText = { [figure in keyof FiguresRow]: string | null }

/** UTC days, both inclusive. */
type Span = { from: string; to: string }

type ReportRequest = {
  by: ReportCut
  span: Span
  before: Span | undefined
  sort: ReportSort
  direction: 'ascending' | 'descending'
  count: number
}

type Cut = { table: RawBuilder<unknown>; key: (span: Span) => RawBuilder<unknown>; name: RawBuilder<unknown> }
const keyed = (column: string) => () => sql.raw(column)

/** A day's key is its position in the span, so that it matches the same day of the previous span. */
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
 * The rows with their total and how far counting is, in one statement, so that they add up while counting continues. It reads only
 * the days of both spans.
 */
async function findReport(
  db: Kysely<DB>,
  { by, span, before, sort, direction, count }: ReportRequest,
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

/** As texts, since JSON numbers would lose digits. */
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

const figures = [
  'orders',
  'sold',
  'refunded',
  'revenue',
  'cost',
  'margin',
  'deposits',
  'bonuses',
  'corrections',
] as const

export const moneyReportColumns = ['key', 'name', ...figures, ...figures.map((name) => `${name}_before`)]

/** Amounts are bigint, in units of 0.00000001 USD. */
type Cell = string | number | bigint | null

/** All rows, with the total as the last, so that the file adds up. */
export async function* exportMoneyReport(ctx: Context, query: Query): AsyncGenerator<readonly Cell[]> {
  // Minus the lines for the other rows and the total.
  const { rows, others, total } = await readMoneyReport(ctx, query, limits.exportRowsMax - 2)
  for (const { key, name, now, before } of rows) yield toCells(key, name, now, before)
  if (others !== null) yield toCells('others', null, others.now, others.before)
  yield toCells('total', null, total.now, total.before)
}

function toCells(
  key: string,
  name: string | null,
  now: ReportFigures,
  before: ReportFigures | null,
): readonly Cell[] {
  return [
    key,
    name,
    ...figures.map((figure) => now[figure]),
    ...figures.map((figure) => before?.[figure] ?? null),
  ]
}
