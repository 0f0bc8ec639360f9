import { describe, expect, test } from 'vitest'
import { formatIn } from '#contract/format.ts'
import { languages } from '#contract/languages.ts'
import { parseQuantity, stepQuantity } from './parse-quantity.ts'

describe('parseQuantity', () => {
  test.each([
    ['1', 1],
    [' 2500 ', 2_500],
    ['1k', 1_000],
    ['2.5K', 2_500],
    ['1 k', 1_000],
    ['1,000', 1_000],
    ['1 000 000', 1_000_000],
    ["1'000", 1_000],
    ['1m', 1_000_000],
    ['0.25m', 250_000],
    ['1,000k', 1_000_000],
    ['007', 7],
    ['2.500k', 2_500],
  ])('reads %j as %d', (text, quantity) => {
    expect(parseQuantity('en', text)).toBe(quantity)
  })

  test.each([
    '',
    'abc',
    '1.5',
    '1.000',
    '1,00',
    '-5',
    '1e3',
    '2.5555k',
    '1kk',
    '12,34,567',
    '99999999999999999999',
  ])('refuses %j', (text) => {
    expect(parseQuantity('en', text)).toBeUndefined()
  })
})

describe('parseQuantity, in the language of who typed it', () => {
  test.each([
    ['vi', '1.000', 1_000],
    ['vi', '1.000.000', 1_000_000],
    ['vi', '2,5k', 2_500],
    ['vi', '2.5k', 2_500],
    ['vi', '1 000', 1_000],
    ['ru', '1 000', 1_000],
    ['ru', '1\u00a0000', 1_000],
    ['ru', '2,5k', 2_500],
    ['ru', '2.5k', 2_500],
  ] as const)('reads in %s %j as %d', (language, text, quantity) => {
    expect(parseQuantity(language, text)).toBe(quantity)
  })

  // A thousand to some and one to others: nobody orders a thousand times as much for a dot.
  test.each([
    ['vi', '1,000'],
    ['ru', '1.000'],
    ['ru', '1,000'],
    ['vi', '1.00'],
    ['vi', '1.5'],
  ] as const)('refuses in %s %j', (language, text) => {
    expect(parseQuantity(language, text)).toBeUndefined()
  })

  test('what the form writes into its box is read again as the same', () => {
    for (const language of languages)
      for (const quantity of [1, 999, 1_000, 12_345, 1_000_000])
        expect(parseQuantity(language, formatIn(language).number(quantity))).toBe(quantity)
  })
})

describe('stepQuantity', () => {
  test('steps by the minimum and stays within the bounds', () => {
    const bounds = { min: 50, max: 120 }
    expect(stepQuantity(50, { ...bounds, steps: 1 })).toBe(100)
    expect(stepQuantity(100, { ...bounds, steps: 1 })).toBe(120)
    expect(stepQuantity(60, { ...bounds, steps: -10 })).toBe(50)
    expect(stepQuantity(undefined, { min: 0, max: 9, steps: 0 })).toBe(1)
  })
})
