import { expect, test } from 'vitest'
import { isUntold, toldIn, withTold } from './told.ts'

test('one text is for everybody until a language gets its own, and again when that is taken away', () => {
  const both = withTold('Hello', 'ru', 'Привет')
  expect(both).toEqual({ en: 'Hello', ru: 'Привет' })
  expect([toldIn(both, 'en'), toldIn(both, 'vi'), toldIn(both, 'ru')]).toEqual(['Hello', '', 'Привет'])
  expect(withTold(both, 'ru', '')).toBe('Hello')
  expect(withTold(both, 'en', '')).toEqual({ ru: 'Привет' })
  expect([isUntold(withTold('Hello', 'en', ' ')), isUntold(both)]).toEqual([true, false])
})
