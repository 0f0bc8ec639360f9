import { expect, test } from 'vitest'
import { defineText, registerLanguage, say, setLanguage } from './text.ts'

const text = defineText('probe', {
  title: 'Title',
  range: 'From {min} to {max}',
  found: { one: '{count} order', other: '{count} orders' },
})

test('fills in values, groups numbers, and leaves texts as they are', () => {
  expect(say(text, 'range', { min: '10000', max: 10_000 })).toBe('From 10000 to 10,000')
})

test('chooses the plural of the language, and falls back to English', () => {
  expect([0, 1, 2].map((count) => say(text, 'found', { count }))).toEqual(['0 orders', '1 order', '2 orders'])
  registerLanguage('ru', {
    probe: { found: { one: '{count} заказ', few: '{count} заказа', other: '{count} заказов' } },
  })
  setLanguage('ru')
  expect([1, 3, 5].map((count) => say(text, 'found', { count }))).toEqual([
    '1 заказ',
    '3 заказа',
    '5 заказов',
  ])
  expect(say(text, 'title')).toBe('Title')
  setLanguage('en')
})
