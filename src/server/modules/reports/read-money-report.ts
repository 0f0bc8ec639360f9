import { AppError } from '#contract/base/errors.ts'
import {
  type MoneyReport,
  reportDaysDefault,
  reportDaysMax,
  type ReportFigures,
  type ReportRow,
  type exportMoneyReport as endpoint,
} from '#contract/reports/money-report.ts'
import type { QueryOf } from '#contract/base/endpoint.ts'
import { money } from '#contract/base/money.ts'
import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { allFigures } from './counting/figures.ts'
import { type Figures, findReport, readFigures, type Span } from './money-report-queries.ts'

const DAY_MS = 86_400_000
const ROWS = 200

type Query = QueryOf<typeof endpoint>

/** Answers up to `count` rows, including days without figures. Throws `invalid_parameter` for an invalid period. */
export async function readMoneyReport(
  ctx: Context,
  query: Query,
  count = ROWS,
): Promise<Omit<MoneyReport, 'success'>> {
  const { by, sort, direction = 'descending' } = query
  const { span, before, total, shown } = await findRows(ctx, query, count)
  const isCompared = before !== undefined
  const rest = readFigures(total, by)
  const rows = shown.map((row) => {
    const figures = readFigures(row, by)
    rest.now = subtract(rest.now, figures.now)
    rest.before = subtract(rest.before, figures.before)
    return { key: row.key ?? '', name: row.name, ...toBoth(figures, { by, isCompared }) }
  })
  const order = sort !== undefined && sort !== 'name' ? 'sorted' : direction
  return {
    ...span,
    before_from: before?.from ?? null,
    before_to: before?.to ?? null,
    counted_until: total.counted_until,
    total: toBoth(readFigures(total, by), { by, isCompared }),
    rows: by === 'day' ? withEveryDay(rows, { span, isCompared, order }) : rows,
    others:
      total.rows === rows.length
        ? null
        : { count: total.rows - rows.length, ...toBoth(rest, { by, isCompared }) },
  }
}

async function findRows(ctx: Context, { by, compare, sort, direction, ...period }: Query, count: number) {
  const span = spanOf(period, ctx.clock())
  const before = compare === 'none' ? undefined : compare === 'year' ? yearBefore(span) : daysBefore(span)
  const [total, ...shown] = await transact(ctx, (tx) =>
    findReport(tx, {
      by,
      span,
      before,
      sort: sort ?? (by === 'day' ? 'name' : 'revenue'),
      direction: direction ?? 'descending',
      count: by === 'day' ? reportDaysMax + 1 : count,
    }),
  )
  if (total === undefined) throw new Error('a sum without groups always has a row')
  return { span, before, total, shown }
}

type Both = { now: Figures; before: Figures }

function toBoth({ now, before }: Both, { by, isCompared }: { by: Query['by']; isCompared: boolean }) {
  return { now: toFigures(now, by), before: isCompared ? toFigures(before, by) : null }
}

function subtract(one: Figures, other: Figures): Figures {
  return one.map((sum, at) => sum - (other[at] ?? 0n))
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

/** The same number of days, starting a year earlier. */
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
  const empty = toFigures([], 'day')
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

function toFigures(row: Figures, by: Query['by']): ReportFigures {
  const sum = (column: (typeof allFigures)[number]) => money(row[allFigures.indexOf(column)] ?? 0n)
  const [sold, refunded, cost] = [sum('sold'), sum('refunded'), sum('cost')]
  const hasMoneyIn = by === 'day' || by === 'customer'
  const revenue = money(sold - refunded)
  return {
    orders: Number(row[0] ?? 0n),
    sold,
    refunded,
    revenue,
    cost,
    margin: money(revenue - cost),
    deposits: hasMoneyIn ? sum('deposits') : null,
    bonuses: hasMoneyIn ? sum('bonuses') : null,
    corrections: hasMoneyIn ? sum('corrections') : null,
  }
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

/** All rows, with the total last, so that the file adds up. A row's numbers are built when it is sent. */
export async function* exportMoneyReport(ctx: Context, query: Query): AsyncGenerator<readonly Cell[]> {
  const { by } = query
  if (by === 'day') {
    const { rows, total } = await readMoneyReport(ctx, query)
    for (const { key, name, now, before } of rows) yield toCells(key, name, now, before)
    yield toCells('total', null, total.now, total.before)
    return
  }
  // Minus the lines for the other rows and the total.
  const { before, total, shown } = await findRows(ctx, query, limits.exportRowsMax - 2)
  const toLine = (key: string, name: string | null, figures: Both) => {
    const both = toBoth(figures, { by, isCompared: before !== undefined })
    return toCells(key, name, both.now, both.before)
  }
  const all = readFigures(total, by)
  let rest = all
  for (const row of shown) {
    const figures = readFigures(row, by)
    rest = { now: subtract(rest.now, figures.now), before: subtract(rest.before, figures.before) }
    yield toLine(row.key ?? '', row.name, figures)
  }
  if (total.rows > shown.length) yield toLine('others', null, rest)
  yield toLine('total', null, all)
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
