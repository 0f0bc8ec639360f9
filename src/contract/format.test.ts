import { expect, test } from 'vitest'
import { formatIn } from './format.ts'

test('amounts are exact to their last decimal, cut and never rounded', () => {
  const { money } = formatIn('en')
  expect(money(123_450_000_000n)).toBe('$1,234.50')
  expect(money(42n)).toBe('$0.00000042')
  expect(money(-199_900_000n, 2)).toBe('−$1.99')
  expect(money(-1n, 2)).toBe('$0.00')
})

test('an amount that is chosen has no cents where it has none', () => {
  const { moneyBrief } = formatIn('en')
  expect([moneyBrief(10_000_000_000n), moneyBrief(231_000_000n), moneyBrief(100_000_001n)]).toEqual([
    '$100',
    '$2.31',
    '$1.00000001',
  ])
})
