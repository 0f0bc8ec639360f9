import { expect, test } from 'vitest'

import { isUntold, toldIn, withTold } from './told.ts'
import { toWireAmount, toWireNumber } from './typed-figures.ts'

test('one text is for everybody until a language gets its own, and again when that is taken away', () => {
  const both = withTold('Hello', 'ru', 'Привет')
  expect(both).toEqual({ en: 'Hello', ru: 'Привет' })
  expect([toldIn(both, 'en'), toldIn(both, 'vi'), toldIn(both, 'ru')]).toEqual(['Hello', '', 'Привет'])
  expect(withTold(both, 'ru', '')).toBe('Hello')
  expect(withTold(both, 'en', '')).toEqual({ ru: 'Привет' })
  expect([isUntold(withTold('Hello', 'en', ' ')), isUntold(both)]).toEqual([true, false])
})

test('figures are read as their reader types them, and what is none goes as it was typed', () => {
  expect([toWireAmount('en', '1,000.50'), toWireAmount('vi', '1.000'), toWireAmount('ru', '12,5')]).toEqual([
    1000.5, 1000, 12.5,
  ])
  expect([toWireAmount('en', 'much'), toWireNumber('en', ''), toWireNumber('ru', '2,5')]).toEqual([
    'much',
    '',
    2.5,
  ])
})
