import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { bonusFor } from '#contract/payments/bonus.ts'
import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import {
  ceilToRate,
  formatExact,
  formatMoney,
  formatShortfall,
  MONEY_MAX,
  money,
  moneyFromNumber,
  moneyToNumber,
  parseMoney,
  toDecimal,
} from './money.ts'

const amounts = fc.bigInt({ min: -MONEY_MAX, max: MONEY_MAX })

describe('money on the wire', () => {
  test('every amount survives a round trip through a JSON number', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const overTheWire: unknown = JSON.parse(JSON.stringify(moneyToNumber(amount)))
        expect(typeof overTheWire === 'number' ? moneyFromNumber(overTheWire) : undefined).toBe(amount)
      }),
      { numRuns: 5000 },
    )
  })

  test('small amounts, which JavaScript writes with an exponent, are read exactly', () => {
    for (const units of [1n, 5n, 10n, 99n, 100n, 12_345n, -1n])
      expect(moneyFromNumber(moneyToNumber(units))).toBe(units)
    expect(moneyFromNumber(1e-8)).toBe(1n)
    expect(moneyFromNumber(-1.5e-7)).toBe(-15n)
  })

  test('an inexact amount is refused, never rounded', () => {
    for (const value of [1e-9, 0.123456789, 0.1 + 0.2, Number.NaN, Infinity, -Infinity, 1e21, 10_000_000])
      expect(moneyFromNumber(value), String(value)).toBeUndefined()
  })

  test('a sum above the maximum is cut to cents', () => {
    expect(moneyToNumber(1_234_567_890_123_456_789n)).toBe(12_345_678_901.23)
  })
})

describe('money as text', () => {
  test('a decimal text is read exactly or not at all', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseMoney(toDecimal(amount))).toBe(amount)
      }),
    )
    for (const text of ['', '.', '1.', '.5', '1e5', '0x1', '1,5', ' 1', '--1', '0.000000001', '10000000'])
      expect(parseMoney(text), text).toBeUndefined()
    expect(parseMoney('1.50')).toBe(150_000_000n)
    expect(parseMoney('1.1000000000000')).toBe(110_000_000n)
  })

  test('is cut and not rounded, so no amount looks higher than it is', () => {
    expect(formatMoney(199_999_999n)).toBe('1.99')
    expect(formatMoney(123_456_789_012_345n, 8)).toBe('1,234,567.89012345')
    expect(formatMoney(-150_000_000n)).toBe('-1.50')
    expect(formatMoney(-1n)).toBe('0.00')
    expect(formatMoney(12_345n, 4)).toBe('0.0001')
  })

  test('a shortfall has 2 decimals, and 8 where 2 would make it look covered', () => {
    expect(formatShortfall(120_000_000n, 40_000_000n)).toEqual({ required: '1.20', available: '0.40' })
    expect(formatShortfall(120_000_001n, 120_000_000n)).toEqual({
      required: '1.20000001',
      available: '1.20000000',
    })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: MONEY_MAX }),
        fc.bigInt({ min: 1n, max: 1000n }),
        (required, less) => {
          const shown = formatShortfall(required, required - less)
          expect(Number(shown.required)).toBeGreaterThan(Number(shown.available))
        },
      ),
    )
  })
})

test('a rate is rounded up to 4 decimals, once', () => {
  expect(ceilToRate(1n)).toBe(10_000n)
  expect(ceilToRate(10_000n)).toBe(10_000n)
  expect(ceilToRate(10_001n)).toBe(20_000n)
})

test('the bonus is 5 % from $100 and 10 % from $500, rounded down', () => {
  const bonuses = defaultSettings.bonuses.toReversed()
  const bonus = (text: string) => toDecimal(bonusFor(parseMoney(text) ?? money(0n), bonuses))
  expect(bonus('99.99')).toBe('0.00000000')
  expect(bonus('100')).toBe('5.00000000')
  expect(bonus('499.99')).toBe('24.99950000')
  expect(bonus('500')).toBe('50.00000000')
  expect(bonusFor(10_000_000_009n, bonuses)).toBe(500_000_000n)
})

describe('an exact amount', () => {
  test.each([
    [0n, '0.00'],
    [420_000n, '0.0042'],
    [1n, '0.00000001'],
    [1_250_000_000n, '12.50'],
    [123_456_700_000_000n, '1,234,567.00'],
    [-105_000_000n, '-1.05'],
  ])('of %s units reads %s', (amount, text) => {
    expect(formatExact(amount)).toBe(text)
  })

  test('is never less than the amount, so that shown parts add up to the shown sum', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseMoney(formatExact(amount).replaceAll(',', ''))).toBe(amount)
      }),
    )
  })
})
