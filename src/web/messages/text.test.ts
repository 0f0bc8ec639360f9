import { expect, test } from 'vitest'
import { texts } from './table.ts'
import { sayIn } from './text.ts'

const en = texts({
  title: 'Title',
  range: 'From {min} to {max}',
  found: { one: '{count} order', other: '{count} orders' },
})
const text = { en }

test('fills in values, groups numbers, and leaves texts as they are', () => {
  expect(sayIn('en', text, 'range', { min: '10000', max: 10_000 })).toBe('From 10000 to 10,000')
  expect(sayIn('en', text, 'title')).toBe('Title')
})

test('chooses the plural of the language', () => {
  expect([0, 1, 2].map((count) => sayIn('en', text, 'found', { count }))).toEqual([
    '0 orders',
    '1 order',
    '2 orders',
  ])
})
