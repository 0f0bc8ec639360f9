import fc from 'fast-check'
import { expect, test } from 'vitest'

import { money, parseMoney } from '#contract/base/money.ts'

import { feeFor, feeOfPart } from './fee.ts'

const usd = (text: string) => parseMoney(text) ?? money(0n)
const CENT = 1_000_000n

test.each([
  ['10', 0, '0', '0'],
  ['10', 2.5, '0', '0.25'],
  ['10', 2.9, '0.30', '0.59'],
  // Rounded up to the next cent, once: 0.2929 + 0.30.
  ['10.10', 2.9, '0.30', '0.60'],
  ['0.01', 0.01, '0', '0.01'],
  ['10000', 50, '1000', '6000'],
])('the fee on $%s at %s %% and $%s is $%s', (amount, percent, fixed, fee) => {
  expect(feeFor(usd(amount), { percent, fixed: usd(fixed) })).toBe(usd(fee))
})

test('a fee is whole cents, at least its exact amount, and less than a cent above it', () => {
  const cents = fc.bigInt(1n, 1_000_000n)
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 5_000 }), cents, (amount, basisPoints, fixed) => {
      const fee = feeFor(amount * CENT, { percent: basisPoints / 100, fixed: fixed * CENT })
      const above = fee * 10_000n - (amount * CENT * BigInt(basisPoints) + fixed * CENT * 10_000n)
      expect(fee % CENT).toBe(0n)
      expect(above >= 0n && above < CENT * 10_000n).toBe(true)
    }),
  )
})

test('the fee of a part is below it, and that of the whole is the fee', () => {
  expect(feeOfPart(usd('103'), { amount: usd('103'), fee: usd('3') })).toBe(usd('3'))
  expect(feeOfPart(usd('51.5'), { amount: usd('103'), fee: usd('3') })).toBe(usd('1.5'))
  expect(feeOfPart(1n, { amount: usd('103'), fee: usd('102') })).toBe(0n)
})
