import { expect, test } from 'vitest'
import { refuseNumber, sayReading, toWireMoney } from './typed-number.ts'

test('a text with separators is shown as it is read, one of digits only is not', () => {
  const money = { kind: 'money' } as const
  expect(sayReading('en', '2,500.00', money)).toBe('= $2,500.00')
  expect(sayReading('vi', '2.500', money)).toBe(sayReading('vi', '2 500,00', money))
  expect(sayReading('ru', '2 500', money)).toMatch(/^= 2.500,00.\$$/)
  expect(sayReading('en', '1,250.5', { kind: 'money', unit: 'EUR' })).toBe('= 1,250.50 EUR')
  expect(sayReading('en', '0.0042', { kind: 'rate' })).toBe('= $0.0042')
  expect(sayReading('en', '2.5k', { kind: 'quantity' })).toBe('= 2,500')
  expect(sayReading('en', '12,5', { kind: 'percent' })).toBe('= 12.5%')
  expect(['', '2500', '1,00,000', '.'].map((text) => sayReading('en', text, money))).toEqual(
    Array(4).fill(undefined),
  )
})

test('both readings of an ambiguous text are shown, and it is refused in each language', () => {
  expect(sayReading('en', '1,250', { kind: 'rate' })).toBe('$1.25 or $1,250.00?')
  expect(refuseNumber('en', '1,250', { kind: 'rate' })).toBe(
    '“1,250” can mean $1.25 or $1,250.00. Type 1.25 or 1250.',
  )
  expect(refuseNumber('vi', '1,250', { kind: 'rate' })).toBe(
    '“1,250” có thể là 1,25 $ hoặc 1.250,00 $. Hãy nhập 1,25 hoặc 1250.'.replaceAll(' $', '\u00a0$'),
  )
  expect(refuseNumber('ru', '1,250', { kind: 'percent' })).toBe(
    '«1,250» можно понять как 1,25% или 1\u00a0250%. Введите 1,25 или 1250.',
  )
  expect(refuseNumber('vi', '1,234', { kind: 'rate' })).toContain('Hãy nhập 1,2340 hoặc 1234.')
})

test('a text that is not a number is refused with an example, and an empty one is accepted', () => {
  expect(refuseNumber('en', '1,00,000', { kind: 'money' })).toBe(
    "“1,00,000” isn't a number. Type it like 1250.50.",
  )
  expect(refuseNumber('ru', '1.5', { kind: 'whole' })).toBe('«1.5» — не число. Введите, например, 1250.')
  expect(refuseNumber('en', ' ', { kind: 'money' })).toBeUndefined()
  expect(refuseNumber('en', '1,000', { kind: 'money' })).toBeUndefined()
})

test('an amount is sent exactly, and an impossible one as a number that the schema refuses', () => {
  expect(['', '2500.00', '9999999.99999999', '0.00000001'].map(toWireMoney)).toEqual([
    undefined,
    2500,
    9999999.99999999,
    0.00000001,
  ])
  expect(['10000000', '0.123456789'].map(toWireMoney)).toEqual([10_000_000, 0.123456789])
})
