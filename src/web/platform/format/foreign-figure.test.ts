import { expect, test } from 'vitest'
import { formatIn } from '#contract/base/format.ts'
import { toForeignFigure } from './foreign-figure.ts'

test('a number from another system has the reader’s separators and no extra zeros', () => {
  expect(toForeignFigure(formatIn('en'), '99720.15443077')).toBe('99,720.15443077')
  expect(toForeignFigure(formatIn('vi'), '99720.15443077')).toBe('99.720,15443077')
  expect(toForeignFigure(formatIn('ru'), '7.56500000')).toBe('7,565')
  expect(toForeignFigure(formatIn('vi'), '-100')).toBe('−100,00')
})

test('a text that is not a number, or has more decimals than ours, stays unchanged', () => {
  for (const text of ['', 'n/a', '1,5', '0.1234567891'])
    expect(toForeignFigure(formatIn('ru'), text)).toBe(text)
})
