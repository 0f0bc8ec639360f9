import { AppError } from '#contract/base/errors.ts'
import {
  type exportMoneyReport,
  type MoneyReport,
  reportDaysDefault,
  reportDaysMax,
  type ReportFigures,
  type ReportRow,
} from '#contract/reports/money-report.ts'
import type { QueryOf } from '#contract/base/endpoint.ts'
import { money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'

import { findReport, type ReportRowFound, type Span } from './money-report-queries.ts'

const DAY_MS = 86_400_000
const ROWS = 200

type Asked = QueryOf<typeof exportMoneyReport>

/** Answers up to `count` rows; days without anything are there too. Throws `invalid_parameter` for a period that is none. */
export async function readMoneyReport(
  ctx: Context,
  { by, compare, sort, direction, ...asked }: Asked,
  count = ROWS,
): Promise<Omit<MoneyReport, 'success'>> {
  const span = spanOf(asked, ctx.clock())
  const before = compare === 'none' ? undefined : compare === 'year' ? yearBefore(span) : daysBefore(span)
  const isByDay = by === 'day'
  const found = await findReport(ctx.db, {
    by,
    span,
    before,
    sort: sort ?? (isByDay ? 'name' : 'revenue'),
    direction: direction ?? (isByDay && sort === undefined ? 'ascending' : 'descending'),
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
      ? withEveryDay(rows, { span, isCompared: before !== undefined, isSorted: sort !== undefined })
      : rows,
    others: rest === undefined || rest.rows === 0 ? null : { count: rest.rows, ...toBoth(rest) },
  }
}

function spanOf({ from, to }: Pick<Asked, 'from' | 'to'>, now: Date): Span {
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

/** As many days, from the same one a year before. */
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

/** A day on which nothing happened is nothing, and not missing; a row's key is its place in the span until here. */
function withEveryDay(
  found: readonly ReportRow[],
  { span, isCompared, isSorted }: { span: Span; isCompared: boolean; isSorted: boolean },
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
  if (!isSorted) return all.map(toRow)
  // In the order that was asked for; those without anything follow.
  return [...known.map(({ key }) => Number(key)), ...all.filter((place) => !byPlace.has(place))].map(toRow)
}

function toFigures(row: Partial<ReportRowFound['now']>, by: Asked['by']): ReportFigures {
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
