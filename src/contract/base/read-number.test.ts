import { describe, expect, test } from 'vitest'
import { formatIn } from './format.ts'
import { type Language, languages } from './languages.ts'
import { readMoney, readNumber, readWhole, type NumberKind, takesInput, writeNumber } from './read-number.ts'

/** The same in every language, or English and then Vietnamese and Russian. */
type Cell = string | readonly [en: string, others: string]
type Row = readonly [text: string, money: Cell, rate: Cell, quantity: Cell]

/**
 * The meaning of a text in each kind of field: its plain digits, both readings, 'no' (no number) or 'nothing'. In
 * angle brackets is the field's content after typing the text key by key, when not all of it is accepted.
 */
const table: readonly Row[] = [
  ['1', '1', '1', '1'],
  ['1000', '1000', '1000', '1000'],
  ['1,000', ['1000', '1.000 or 1000'], '1.000 or 1000', ['1000', '1.000 or 1000']],
  ['2,500.00', '2500.00', '2500.00', 'no'],
  ['2500.00', '2500.00', '2500.00', 'no'],
  ['1.000', ['1.000 or 1000', '1000'], '1.000', ['1.000 or 1000', '1000']],
  ['1.250', ['1.250 or 1250', '1250'], '1.250', ['1.250 or 1250', '1250']],
  ['1,250', ['1250', '1.250 or 1250'], '1.250 or 1250', ['1250', '1.250 or 1250']],
  ['0.125', '0.125', '0.125', 'no'],
  ['0,125', '0.125', '0.125', 'no'],
  ['1 000', '1000', '1000', '1000'],
  ['1\u00a0000', '1000', '1000', '1000'],
  ['1\u202f000', '1000', '1000', '1000'],
  ["1'000", '1000', '1000', '1000'],
  ['1,000,000', '1000000', '1000000', '1000000'],
  ['1.000.000', '1000000', 'no <1.000000>', '1000000'],
  ['1 000 000', '1000000', '1000000', '1000000'],
  ['1.000,50', '1000.50', ['no', 'no <1.00050>'], 'no'],
  ['1,000.50', '1000.50', '1000.50', 'no'],
  ['1 000,50', '1000.50', '1000.50', 'no'],
  ['1 000.50', '1000.50', '1000.50', 'no'],
  ['1 000,500', ['1000.500 or 1000500', '1000.500'], '1000.500 or 1000500', 'no'],
  ['1,00', '1.00', '1.00', 'no'],
  ['1.00', '1.00', '1.00', 'no'],
  ['10,5', '10.5', '10.5', 'no'],
  ['10.5', '10.5', '10.5', 'no'],
  ['10,50', '10.50', '10.50', 'no'],
  ['12.345', ['12.345 or 12345', '12345'], '12.345', ['12.345 or 12345', '12345']],
  ['12,345', ['12345', '12.345 or 12345'], '12.345 or 12345', ['12345', '12.345 or 12345']],
  ['1,2345', ['no', '1.2345'], '1.2345', 'no'],
  ['1.2345', ['1.2345', 'no'], '1.2345', 'no'],
  ['12,3450', ['no', '12.3450'], '12.3450', 'no'],
  ['0.0042', '0.0042', '0.0042', 'no'],
  ['0,0042', '0.0042', '0.0042', 'no'],
  ['1000,500', ['1000.500 or 1000500', '1000.500'], '1000.500 or 1000500', 'no'],
  ['1000.500', ['1000.500', '1000.500 or 1000500'], '1000.500', 'no'],
  ['12,34,567', ['no', 'no <12,34567>'], ['no', 'no <12,34567>'], ['no', 'no <12,34567>']],
  ['1,00,000', ['no', 'no <1,00000>'], ['no', 'no <1,00000>'], ['no', 'no <1,00000>']],
  ['1,00000', ['no', '1.00000'], '1.00000', 'no'],
  ['10,25,50', ['no', 'no <10,2550>'], ['no', 'no <10,2550>'], ['no', 'no <10,2550>']],
  ['1.2.3', ['no <1.23>', 'no'], 'no <1.23>', ['no <1.23>', 'no']],
  ['1,2,3', ['no', 'no <1,23>'], ['no', 'no <1,23>'], ['no', 'no <1,23>']],
  ['5.', '5', '5', 'no'],
  ['5,', '5', '5', 'no'],
  ['.5', '0.5', '0.5', 'no'],
  [',5', '0.5', '0.5', 'no'],
  ['.', 'no', 'no', 'no'],
  ['1 00', 'no', 'no', 'no'],
  ['007', '7', '7', '7'],
  ['$1,000', ['1000', '1.000 or 1000'], '1.000 or 1000', 'no <1,000>'],
  ['$2,500.50', '2500.50', '2500.50', 'no <2,500.50>'],
  ['1 000 $', '1000', '1000', 'no <1 000 >'],
  ['1k', 'no <1>', 'no <1>', '1000'],
  ['2.5k', 'no <2.5>', 'no <2.5>', '2500'],
  ['2,5K', 'no <2,5>', 'no <2,5>', '2500'],
  ['2.500k', 'no <2.500>', 'no <2.500>', ['2500', '2500000']],
  ['2,500k', 'no <2,500>', 'no <2,500>', ['2500000', '2500']],
  ['1 k', 'no <1 >', 'no <1 >', '1000'],
  ['1m', 'no <1>', 'no <1>', '1000000'],
  ['0.25m', 'no <0.25>', 'no <0.25>', '250000'],
  ['2.5555k', 'no <2.5555>', 'no <2.5555>', 'no'],
  ['1kk', 'no <1>', 'no <1>', 'no <1k>'],
  ['-5', 'no <5>', 'no <5>', 'no <5>'],
  ['1e3', 'no <13>', 'no <13>', 'no <13>'],
  ['0x1', 'no <01>', 'no <01>', 'no <01>'],
  ['ten', 'no <>', 'no <>', 'no <>'],
  ['', 'nothing', 'nothing', 'nothing'],
]

const kinds = ['money', 'rate', 'quantity'] as const

const cases = table.flatMap(([text, ...cells]) =>
  kinds.flatMap((kind, at) =>
    languages.map((language) => {
      const cell = cells[at] ?? ''
      const own = typeof cell === 'string' ? cell : cell[language === 'en' ? 0 : 1]
      const [, expected = '', box = text] = /^([^<]*?)(?: <(.*)>)?$/.exec(own) ?? []
      return { text, kind, language, expected, box }
    }),
  ),
)

test.each(cases)(
  '$text in a box of $kind, $language: $expected',
  ({ text, kind, language, expected, box }) => {
    expect(meaning(text, language, kind)).toBe(expected)
    expect(typed(text, language, kind)).toBe(box)
    // Pasted text is accepted as a whole or not at all. Text with a meaning always is.
    expect(takesInput(text, text, language, kind)).toBe(box === text)
    expect(box === text || expected === 'no').toBe(true)
  },
)

test('a percentage is read like a rate, and may be a decrease', () => {
  const plain = cases.filter(({ text }) => !/^-|\$/.test(text))
  expect(plain.map(({ text, language }) => meaning(text, language, 'percent'))).toEqual(
    plain.map(({ text, language }) => meaning(text, language, 'rate')),
  )
  for (const language of languages)
    expect(['-2.5', '−2,5', '12.5 %', '-'].map((text) => meaning(text, language, 'percent'))).toEqual([
      '-2.5',
      '-2.5',
      '12.5',
      'no',
    ])
})

test('a whole number is read like a quantity, without k and m', () => {
  expect(cases.map(({ text, language }) => meaning(text, language, 'whole'))).toEqual(
    cases.map(({ text, language }) => (/[km]/i.test(text) ? 'no' : meaning(text, language, 'quantity'))),
  )
})

test('no text is read as different numbers in different languages, except with k and m', () => {
  const found = cases.filter(
    ({ text, kind, expected }) =>
      !/[km]/i.test(text) &&
      new Set(languages.map((language) => meaning(text, language, kind)).filter(isNumber)).size > 1 &&
      isNumber(expected),
  )
  expect(found).toEqual([])
})

describe('a number field', () => {
  test('accepts digits inside an invalid number, so that it can be corrected', () => {
    expect(takesInput('5', '1.2.35', 'en', 'money')).toBe(true)
    expect(takesInput(',', '1,000,000', 'en', 'money')).toBe(true)
    expect(takesInput('.', '1.2.3', 'en', 'money')).toBe(false)
  })

  test('a text that begins with a number is read as that number, in every language', () => {
    const plains = [
      '0',
      '7',
      '1000',
      '0.5',
      '1.25',
      '1.125',
      '12.345',
      '0.125',
      '1000.500',
      '1234567.12345678',
    ]
    for (const language of languages)
      for (const kind of ['money', 'rate', 'percent'] as const)
        for (const plain of plains) {
          const reading = readNumber(writeNumber(plain, language, kind), language, kind)
          expect([language, kind, plain, Number(reading.is === 'number' ? reading.plain : NaN)]).toEqual([
            language,
            kind,
            plain,
            Number(plain),
          ])
        }
  })

  test('is read as the form writes a quantity', () => {
    for (const language of languages)
      for (const quantity of [1, 999, 1_000, 12_345, 1_000_000])
        expect(readWhole(formatIn(language).number(quantity), language, 'quantity')).toBe(quantity)
  })
})

test('an amount is exact to 8 decimals at most; a count is a countable integer', () => {
  expect(readMoney('9,999,999.99999999', 'en')).toBe(999_999_999_999_999n)
  expect(readMoney('0.123456789', 'en')).toBeUndefined()
  expect(readMoney('1.000', 'en')).toBeUndefined()
  expect(readMoney('1,25', 'ru', 'rate')).toBe(125_000_000n)
  expect(readWhole('99999999999999999999', 'en')).toBeUndefined()
  expect(meaning('1'.repeat(41), 'en', 'whole')).toBe('no')
})

function meaning(text: string, language: Language, kind: NumberKind): string {
  const reading = readNumber(text, language, kind)
  if (reading.is === 'ambiguous') return reading.plains.join(' or ')
  return reading.is === 'number' ? reading.plain : reading.is === 'nothing' ? 'nothing' : 'no'
}

function isNumber(meant: string): boolean {
  return /^[\d.]+$/.test(meant)
}

/** The field's content after the text was typed key by key. */
function typed(text: string, language: Language, kind: NumberKind): string {
  let box = ''
  for (const key of text) if (takesInput(key, box + key, language, kind)) box += key
  return box
}
