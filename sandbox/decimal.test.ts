import { expect, test } from 'vitest'
import { formatDecimal, multiplyDivide, parseDecimal } from './decimal.ts'

test('reads and writes dollars without losing a digit', () => {
  for (const text of ['0.27819', '100.84292', '0.00000001', '99999.133', '12.00', '0.50'])
    expect(formatDecimal(parseDecimal(text) ?? -1n)).toBe(text)
  expect(formatDecimal(-150_000_000n)).toBe('-1.50')
  expect(formatDecimal(300_000_000n, 8)).toBe('3.00000000')
  expect(formatDecimal(300_000_000n, 0)).toBe('3')
})

test('refuses text that is not a plain number', () => {
  for (const text of ['', 'x', '1e3', '1,5', '.5', '1.', 'NaN', '0x10'])
    expect(parseDecimal(text)).toBeUndefined()
})

test('rounds a half up', () => {
  expect(multiplyDivide(5n, 1n, 2n)).toBe(3n)
  expect(multiplyDivide(4n, 1n, 3n)).toBe(1n)
})
