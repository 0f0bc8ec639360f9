import { expect, test } from 'vitest'

import { money } from '#contract/base/money.ts'

import { testFiguresAt, testOutcomeOf, testRefillAt } from './test-orders.ts'

const placed = new Date('2026-11-27T12:00:00Z')
const after = (seconds: number) => new Date(placed.getTime() + seconds * 1000)

function say(quantity: number, seconds: number, canceledAt: Date | null = null): string {
  const order = { quantity, price: money(BigInt(quantity) * 100n), createdAt: placed, canceledAt }
  const { status, refunded, remains, start_count: start } = testFiguresAt(order, after(seconds))
  return `${status} ${refunded} ${remains} ${start}`
}

test.each([
  [1000, 4, 'PENDING 0 1000 null'],
  [1000, 5, 'PROCESSING 0 1000 100'],
  [1000, 12.5, 'PROCESSING 0 500 100'],
  [1000, 20, 'COMPLETED 0 0 100'],
  [101, 100_000, 'COMPLETED 0 0 100'],
  [102, 19, 'PROCESSING 0 7 100'],
  [102, 20, 'PARTIAL 5100 51 100'],
  [2, 20, 'PARTIAL 100 1 100'],
  [103, 20, 'CANCELED 10300 103 100'],
  [105, 59, 'PENDING 0 105 null'],
  [105, 599, 'PROCESSING 0 1 100'],
  [105, 600, 'COMPLETED 0 0 100'],
  [106, 12.5, 'PROCESSING 0 53 100'],
  [106, 100_000, 'PROCESSING 0 53 100'],
  [109, 59, 'COMPLETED 0 0 100'],
  [109, 60, 'COMPLETED 5400 0 100'],
])('a quantity of %i is after %d s %s', (quantity, seconds, said) => {
  expect(say(quantity, seconds)).toBe(said)
})

test('an order that was canceled stays canceled, with everything refunded', () => {
  expect(say(1000, 3, after(2))).toBe('CANCELED 100000 1000 null')
  expect(say(1000, 100_000, after(2))).toBe('CANCELED 100000 1000 null')
})

test('three digits change how add is answered', () => {
  expect([4, 17, 128].map(testOutcomeOf)).toEqual(['refused', 'trouble', 'lost'])
})

test('a refill is pending, then in progress, then completed', () => {
  expect([0, 5, 20].map((seconds) => testRefillAt(placed, after(seconds)))).toEqual([
    'asking',
    'pending',
    'completed',
  ])
})
