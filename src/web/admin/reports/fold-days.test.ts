import { expect, test } from 'vitest'

import type { ReportFigures, ReportRow } from '#contract/reports/money-report.ts'
import { money } from '#contract/base/money.ts'

import { foldDays } from './fold-days.ts'

const figuresOf = (revenue: bigint): ReportFigures => ({
  orders: revenue === 0n ? 0 : 1,
  sold: money(revenue),
  refunded: money(0n),
  revenue: money(revenue),
  cost: money(0n),
  margin: money(revenue),
  deposits: money(0n),
  bonuses: money(0n),
  corrections: money(0n),
})
const dayOf = (key: string, revenue: bigint, before = 0n): ReportRow => ({
  key,
  name: null,
  now: figuresOf(revenue),
  before: figuresOf(before),
})
const shape = (rows: readonly ReportRow[], isKept = (_day: string) => false) =>
  foldDays(rows, isKept).map((row) => ('days' in row ? [row.from, row.to, row.days] : row.key))

test('consecutive days without activity are folded into one, in either direction', () => {
  const rows = [dayOf('4', 0n), dayOf('3', 0n), dayOf('2', 7n), dayOf('1', 0n), dayOf('0', 0n)]
  expect(shape(rows)).toEqual([['3', '4', 2], '2', ['0', '1', 2]])
  expect(shape(rows.toReversed())).toEqual([['0', '1', 2], '2', ['3', '4', 2]])
})

test('a single quiet day stays, and so does a day that is kept', () => {
  expect(shape([dayOf('3', 1n), dayOf('2', 0n), dayOf('1', 1n)])).toEqual(['3', '2', '1'])
  const quiet = [dayOf('3', 0n), dayOf('2', 0n), dayOf('1', 0n)]
  expect(shape(quiet, (day) => day === '3')).toEqual(['3', ['1', '2', 2]])
})

test('folded days add up, including the period before', () => {
  const [folded] = foldDays([dayOf('2', 0n, 5n), dayOf('1', 0n, 6n)], () => false)
  expect(folded?.before).toEqual({ ...figuresOf(11n), orders: 2 })
  expect(folded?.now).toEqual(figuresOf(0n))
})

test('days with only a loss or deposits are not quiet', () => {
  const paid = { ...dayOf('1', 0n), now: { ...figuresOf(0n), deposits: money(1n) } }
  expect(shape([paid, dayOf('0', -1n)])).toEqual(['1', '0'])
})
