import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toDecimal } from '#contract/base/money.ts'

import { priceSupply } from './price-supply.ts'

const price = (cost: string, markupBasisPoints = 3_000, usdPerUnit = '1') => {
  const priced = priceSupply({ cost, usdPerUnit, markupBasisPoints })
  return [toDecimal(priced.cost), toDecimal(priced.rate)]
}

test.each([
  ['0.9', 3_000, '1', ['0.90000000', '1.17000000']],
  ['0.0575', 3_000, '1', ['0.05750000', '0.07480000']], // 0.07475 is rounded up
  ['1', 0, '1', ['1.00000000', '1.00000000']],
  ['0.00001', 3_000, '1', ['0.00001000', '0.00010000']],
  ['0.000000001', 3_000, '1', ['0.00000001', '0.00010000']],
  ['0', 3_000, '1', ['0.00000000', '0.00010000']],
  ['1.00000001', 0, '1', ['1.00000001', '1.00010000']],
  ['84.5', 3_000, '0.0119000000', ['1.00555000', '1.30730000']],
  ['0.1', 1_000, '1', ['0.10000000', '0.11000000']], // floats make 0.11000000000000001 of it
  ['1.1', 1_000, '1', ['1.10000000', '1.21000000']],
])('a cost of %s with %i points at %s is %j', (cost, points, usdPerUnit, expected) => {
  expect(price(cost, points, usdPerUnit)).toEqual(expected)
})

test('the rate is the lowest with 4 decimals that covers cost and markup', () => {
  fc.assert(
    fc.property(
      fc.nat(10 ** 9),
      fc.nat(100_000),
      fc.integer({ min: 0, max: 12 }),
      (digits, points, scale) => {
        const text = String(digits).padStart(scale + 1, '0')
        const cost = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
        const { rate } = priceSupply({ cost, usdPerUnit: '1', markupBasisPoints: points })
        const exact = BigInt(digits) * BigInt(10_000 + points) // in 1e-(scale + 4) USD
        const asked = rate * 10n ** BigInt(scale + 4)
        const unit = 100_000_000n
        expect(rate % 10_000n).toBe(0n)
        expect(asked >= exact * unit).toBe(true)
        const isLowest = asked - 10_000n * 10n ** BigInt(scale + 4) < exact * unit
        expect(isLowest || digits === 0).toBe(true)
      },
    ),
  )
})
