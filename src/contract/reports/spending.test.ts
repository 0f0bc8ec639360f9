import { expect, test } from 'vitest'

import { money, UNITS_PER_USD } from '#contract/base/money.ts'
import { daysOf, findPace, SPENDING_DAYS, type Spending } from './spending.ts'

/** Dollars spent `days` ago. */
function daysWith(spent: Record<number, number>, refunded: Record<number, number> = {}): Spending['days'] {
  return Array.from({ length: SPENDING_DAYS }, (_, index) => {
    const ago = SPENDING_DAYS - 1 - index
    const unitsOf = (dollars = 0) => money(BigInt(dollars) * UNITS_PER_USD)
    const day = new Date(Date.UTC(2026, 0, 30 - ago)).toISOString().slice(0, 10)
    return {
      day,
      orders: spent[ago] === undefined ? 0 : 1,
      spent: unitsOf(spent[ago]),
      refunded: unitsOf(refunded[ago]),
    }
  })
}

test('the daily average covers the whole days since the first order, minus refunds', () => {
  const days = daysWith({ 10: 12, 5: 8, 1: 4 }, { 3: 4 })
  expect(findPace({ days })).toEqual({ spent: 20n * UNITS_PER_USD, days: 10 })
})

test('today, which is incomplete, is excluded', () => {
  const quiet = daysWith({ 10: 12, 5: 8, 1: 4 })
  const busy = daysWith({ 10: 12, 5: 8, 1: 4, 0: 1000 })
  expect(findPace({ days: busy })).toEqual(findPace({ days: quiet }))
})

test.each([
  ['nothing', daysWith({})],
  ['orders of today alone', daysWith({ 0: 5 })],
  ['six days', daysWith({ 6: 5, 4: 5, 2: 5, 1: 5 })],
  ['two days with orders', daysWith({ 20: 5, 10: 5 })],
  ['what came back in full', daysWith({ 20: 5, 10: 5, 9: 5 }, { 8: 15 })],
])('from %s there is no average', (_name, days) => {
  expect(findPace({ days })).toBeUndefined()
})

test('a balance lasts for the whole days that it covers', () => {
  const pace = { spent: money(3n * UNITS_PER_USD), days: 10 }
  expect(
    [0n, 29_999_999n, 30_000_000n, 299_999_999n, 300_000_000n].map((amount) => daysOf(amount, pace)),
  ).toEqual([0, 0, 1, 9, 10])
})
