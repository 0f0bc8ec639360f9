import { expect, test } from 'vitest'

import { money } from '#contract/base/money.ts'

import { toCsvLine } from './mount-csv.ts'

test('formulas are shown as text, and numbers stay numbers', () => {
  for (const formula of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    ' =1',
    '\t=1',
    '\r=1',
    '\n1',
    '＝1+1',
    ' ＠SUM(A1)',
    '－1',
  ])
    expect(toCsvLine([formula]).replaceAll('"', '')).toBe(`'${formula}\r\n`)
  expect(toCsvLine([-5, money(-150_000_000n), money(1n), 7, true, null, new Date(0)])).toBe(
    '-5,-1.50,0.00000001,7,true,,1970-01-01T00:00:00.000Z\r\n',
  )
})

test('cells with a comma, a quote or a line break are quoted', () => {
  expect(toCsvLine(['a,b', 'say "hi"', 'two\nlines', 'plain'])).toBe(
    '"a,b","say ""hi""","two\nlines",plain\r\n',
  )
})
