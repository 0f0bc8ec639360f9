import { expect, test } from 'vitest'

import { money } from '#contract/base/money.ts'

import { toDays } from './sum-days.ts'

const quarter = (since: Date, amount: bigint) => ({
  since,
  lines: 1,
  totals: { totalDeposits: money(amount), totalOrders: money(1n), refundsAndBonuses: money(0n) },
})

test("quarters of two parts are the reader's own days, each with the balance at its end", () => {
  const [late, early, next] = [
    new Date(2026, 2, 28, 23, 45),
    new Date(2026, 2, 29, 0, 0),
    new Date(2026, 2, 29, 12, 15),
  ]
  // The first day is in both parts, and many countries move the clock forward on the second.
  const days = toDays(
    [quarter(late, 10n), quarter(early, 20n), quarter(late, 5n), quarter(next, 3n)],
    money(100n),
  )
  expect(days.map(({ day, lines, closing, totals }) => [day, lines, totals.totalDeposits, closing])).toEqual([
    [new Date(2026, 2, 28), 2, 15n, 113n],
    [new Date(2026, 2, 29), 2, 23n, 134n],
  ])
  expect(toDays([], money(5n))).toEqual([])
})
