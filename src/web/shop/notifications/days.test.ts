import { expect, test } from 'vitest'

import { daysBetween, groupByDay } from './days.tsx'

const at = (...parts: [number, number, number, number?]) => new Date(...parts)

test("rows are grouped by the reader's days, in their order", () => {
  const dates = [at(2026, 10, 28, 23), at(2026, 10, 28, 0), at(2026, 10, 27, 23), at(2026, 9, 27, 23)]
  expect(groupByDay(dates, (date) => date).map(({ rows }) => rows)).toEqual([
    [dates[0], dates[1]],
    [dates[2]],
    [dates[3]],
  ])
  expect(groupByDay([], (date: Date) => date)).toEqual([])
})

test('yesterday is one midnight ago, however many hours that is', () => {
  expect(daysBetween(at(2026, 10, 28, 0), at(2026, 10, 27, 23))).toBe(1)
  expect(daysBetween(at(2026, 10, 28, 23), at(2026, 10, 28, 0))).toBe(0)
  expect(daysBetween(at(2026, 2, 30, 1), at(2026, 2, 28, 23))).toBe(2)
})
