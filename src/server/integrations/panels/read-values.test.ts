import { expect, test } from 'vitest'

import { readCount, readDecimal, readFlag, readId, readPrice } from './read-values.ts'

test.each([
  ['0.90', '0.9'],
  [0.9, '0.9'],
  ['1.23e-7', '0.000000123'],
  ['9E-5', '0.00009'],
  ['12e2', '1200'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007.10', '7.1'],
  ['-3.20', '-3.2'],
  ['1,234.56', '1234.56'],
  ['$0.5', '0.5'],
  ['0.00000000123456', '0.00000000123456'],
  ['1e99', undefined],
  ['9999999999999', '9999999999999'],
  ['10000000000000', undefined],
  ['0,90', '0.9'],
  ['0,575', '0.575'],
  ['12,5', '12.5'],
  ['-0,0023', '-0.0023'],
  ['1234,567', '1234.567'],
  ['1.234,56', '1234.56'],
  ['1 234,56', '1234.56'],
  ['1,234,567', '1234567'],
  ['1,234', undefined],
  ['', undefined],
  ['.', undefined],
  ['abc', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  [null, undefined],
  [true, undefined],
])('the figure %j is %j', (value, expected) => {
  expect(readDecimal(value)).toBe(expected)
})

test.each([
  ['0,90', '0.9'],
  ['-3.20', '-3.2'],
  ['9999999999.5', '9999999999.5'],
  [100_000_000_000, '9999999999'],
  ['-100000000000', '-9999999999'],
  ['1e99', '9999999999'],
  ['free', undefined],
])('the price %j is %j', (value, expected) => {
  expect(readPrice(value)).toBe(expected)
})

test.each([
  ['157', 157],
  [157, 157],
  ['1,000', 1000],
  ['10.00', 10],
  ['Unknown', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  [null, undefined],
  ['', undefined],
])('the count %j is %j', (value, expected) => {
  expect(readCount(value)).toBe(expected)
})

test('flags and ids are read in every spelling seen', () => {
  for (const yes of [true, 1, '1', 'true', 'TRUE', 'yes']) expect(readFlag(yes)).toBe(true)
  for (const no of [false, 0, '0', 'false', '', null, undefined, 'no', 2, [], {}])
    expect(readFlag(no)).toBe(false)
  for (const none of [0, '0', '', null, false, 'error', 'a b', '../1', [1], -1])
    expect(readId(none)).toBeUndefined()
  expect(readId('a1-b2')).toBe('a1-b2')
})
