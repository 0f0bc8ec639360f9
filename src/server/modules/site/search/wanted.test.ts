import { expect, test } from 'vitest'

import { parseMoney } from '#contract/base/money.ts'

import { toWanted } from './wanted.ts'

test.each([
  ['12', ['12']],
  ['$12.50', ['12.5']],
  ['12.50 $', ['12.5']],
  ['12,5', ['12.5']],
  ['-$3', ['3']],
  ['−0.00000001', ['0.00000001']],
  ['$1,000.00', ['1000']],
  ['1,250', ['1250']],
  ['1,234,567.89', ['1234567.89']],
  ['1.000,00', ['1000']],
  ['1 250,50', ['1250.5']],
  // A price with three decimals, or a thousand as many people write it.
  ['1.250', ['1.25', '1250']],
  ['#12', []],
  ['1,00,000', []],
  ['followers', []],
  ['9'.repeat(30), []],
  ['', []],
])('%s is searched as %j', (text, amounts) => {
  expect(toWanted(text).amounts).toEqual(amounts.map(parseMoney))
})
