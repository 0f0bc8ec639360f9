import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getMoneyReport } from '#contract/reports/money-report.ts'
import type { Answer } from '#web/testing/answer-calls.ts'
import { openHere } from '#web/testing/expect-screens.ts'

const zero = '0.00000000'

afterEach(() => page.viewport(1360, 820))

const figures = (revenue: string) => {
  const none = { refunded: zero, cost: zero, deposits: zero, bonuses: null, corrections: null }
  return { ...none, orders: revenue === zero ? 0 : 1, sold: revenue, revenue, margin: revenue }
}
const dayBefore = (days: number) => new Date(Date.UTC(2026, 10, 28 - days)).toISOString().slice(0, 10)

function answer(days: number, { quiet = false } = {}): Answer {
  const rows = Array.from({ length: days }, (_, at) => {
    const revenue = quiet && at > 0 && at < days - 1 ? zero : '50.00000000'
    const before = quiet && revenue === zero ? zero : '100.00000000'
    return { key: dayBefore(at), name: null, now: figures(revenue), before: figures(before) }
  })
  const total = { now: figures('100.00000000'), before: figures('200.00000000') }
  const span = { from: dayBefore(days - 1), to: dayBefore(0), counted_until: '2026-11-28T12:00:00.000Z' }
  return [getMoneyReport, { ...span, before_from: null, before_to: null, rows, others: null, total }]
}

const rowOf = (name: RegExp) => page.getByRole('row', { name })
const textOf = (name: RegExp) => () => rowOf(name).elements()[0]?.textContent

test('an incomplete day has no percentage, a whole day has one', async () => {
  await openHere({ at: '/admin/reports', viewer: 'staff', answers: [answer(2)] })
  await expect.poll(textOf(/^Nov 28, 2026/)).toMatch(/was \$100\.00/)
  expect(textOf(/^Nov 27, 2026/)()).toMatch(/down 50%/)
})

test('days without activity are one row, which fits the width of a phone', async () => {
  await page.viewport(390, 820)
  await openHere({ at: '/admin/reports', viewer: 'staff', answers: [answer(60, { quiet: true })] })
  await expect.element(page.getByRole('button', { name: /58 days/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

test('a year by day is a page of a few screens, whose last row can be reached', async () => {
  await page.viewport(390, 820)
  await openHere({ at: '/admin/reports', viewer: 'staff', answers: [answer(366)] })
  const last = rowOf(/^Total/)
  await expect.element(last).toBeInTheDocument()
  expect(document.documentElement.scrollHeight).toBeLessThan(12 * innerHeight)
  last.element().scrollIntoView()
  await expect.element(last).toBeInViewport()
})
