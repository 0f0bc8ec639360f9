import { expect, test } from 'vitest'
import { isUnwritten, writtenIn, withWritten } from './operator-text.ts'

test('one text serves all languages until one gets its own, and again when that is removed', () => {
  const both = withWritten('Hello', 'ru', 'Привет')
  expect(both).toEqual({ en: 'Hello', ru: 'Привет' })
  expect([writtenIn(both, 'en'), writtenIn(both, 'vi'), writtenIn(both, 'ru')]).toEqual([
    'Hello',
    '',
    'Привет',
  ])
  expect(withWritten(both, 'ru', '')).toBe('Hello')
  expect(withWritten(both, 'en', '')).toEqual({ ru: 'Привет' })
  expect([isUnwritten(withWritten('Hello', 'en', ' ')), isUnwritten(both)]).toEqual([true, false])
})
