import { describe, expect, test } from 'vitest'
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

describe('stepQuantity', () => {
  test('steps by the minimum and stays within the bounds', () => {
    const bounds = { min: 50, max: 120 }
    expect(stepQuantity(50, { ...bounds, steps: 1 })).toBe(100)
    expect(stepQuantity(100, { ...bounds, steps: 1 })).toBe(120)
    expect(stepQuantity(60, { ...bounds, steps: -10 })).toBe(50)
    expect(stepQuantity(undefined, { min: 0, max: 9, steps: 0 })).toBe(1)
  })
})
