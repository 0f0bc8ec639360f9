import { expect, test } from 'vitest'
import { sayAverageTime } from './average-time.ts'

test.each([
  ['1622', '1 day 3 hr'],
  ['27 hours 2 minutes', '1 day 3 hr'],
  ['45 min', '45 min'],
  ['1 hour 5 minutes', '1 hr 5 min'],
  ['3 days 15 hours', '3 days 15 hr'],
  ['20 seconds', '1 min'],
  ['Not enough data', undefined],
  ['0', undefined],
  ['', undefined],
  [null, undefined],
])('an average time of %j is shown as %j', (text, said) => {
  expect(sayAverageTime(text, 'en')).toBe(said)
})

test("it is shown in the reader's language", () => {
  expect(sayAverageTime('1622', 'ru')).toBe('1 дн. 3 ч')
})
