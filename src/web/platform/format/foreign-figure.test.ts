import { expect, test } from 'vitest'
import { formatIn } from '#contract/base/format.ts'
import { toForeignFigure } from './foreign-figure.ts'

test('a figure from elsewhere has the signs of the reader’s language and no more noughts than it needs', () => {
  expect(toForeignFigure(formatIn('en'), '99720.15443077')).toBe('99,720.15443077')
  expect(toForeignFigure(formatIn('vi'), '99720.15443077')).toBe('99.720,15443077')
  expect(toForeignFigure(formatIn('ru'), '7.56500000')).toBe('7,565')
  expect(toForeignFigure(formatIn('vi'), '-100')).toBe('−100,00')
})

test('a text that is not a figure, or is finer than any of ours, stays unchanged', () => {
  for (const text of ['', 'n/a', '1,5', '0.1234567891'])
    expect(toForeignFigure(formatIn('ru'), text)).toBe(text)
})
