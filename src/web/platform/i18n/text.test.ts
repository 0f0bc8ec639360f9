import { expect, test } from 'vitest'
import { joinLanguages, texts, translation } from './table.ts'
import { sayIn } from './text.ts'

const en = texts({
  title: 'Title',
  range: 'From {min} to {max}',
  found: { one: '{count} order', other: '{count} orders' },
})
const vi = translation<typeof en, 'vi'>()({
  title: 'Tiêu đề',
  range: 'Từ {min} đến {max}',
  found: { other: '{count} đơn' },
})
const ru = translation<typeof en, 'ru'>()({
  title: 'Заголовок',
  range: 'От {min} до {max}',
  found: { one: '{count} заказ', few: '{count} заказа', many: '{count} заказов' },
})
joinLanguages({ en }, { vi: { en: vi }, ru: { en: ru } })

test('fills in values, groups numbers as the language does, and leaves texts as they are', () => {
  const values = { min: '10000', max: 10_000 }
  expect(sayIn('en', en, 'range', values)).toBe('From 10000 to 10,000')
  expect(sayIn('vi', en, 'range', values)).toBe('Từ 10000 đến 10.000')
  expect(sayIn('ru', en, 'range', values)).toBe('От 10000 до 10\u00a0000')
  expect(sayIn('ru', en, 'title')).toBe('Заголовок')
})

test('chooses the plural of the language', () => {
  const said = (language: 'en' | 'vi' | 'ru', counts: number[]) =>
    counts.map((count) => sayIn(language, en, 'found', { count }))
  expect(said('en', [0, 1, 2])).toEqual(['0 orders', '1 order', '2 orders'])
  expect(said('vi', [1, 2])).toEqual(['1 đơn', '2 đơn'])
  expect(said('ru', [1, 3, 5, 11, 21])).toEqual([
    '1 заказ',
    '3 заказа',
    '5 заказов',
    '11 заказов',
    '21 заказ',
  ])
})

test('a table of another language that lacks something, or has too much, does not compile', () => {
  translation<typeof en, 'vi'>()(
    // @ts-expect-error -- a key is missing
    { title: 'Tiêu đề', range: 'Từ {min} đến {max}' },
  )
  translation<typeof en, 'vi'>()({
    title: 'Tiêu đề',
    // @ts-expect-error -- a placeholder is missing
    range: 'Từ {min}',
    found: { other: '{count} đơn' },
  })
  translation<typeof en, 'vi'>()({
    title: 'Tiêu đề',
    // @ts-expect-error -- a placeholder is one too many
    range: 'Từ {min} đến {max} {step}',
    found: { other: '{count} đơn' },
  })
  translation<typeof en, 'vi'>()({
    title: 'Tiêu đề',
    range: 'Từ {min} đến {max}',
    found: { other: '{count} đơn' },
    // @ts-expect-error -- a key is one too many
    more: 'Thêm',
  })
  translation<typeof en, 'ru'>()({
    title: 'Заголовок',
    range: 'От {min} до {max}',
    // @ts-expect-error -- a form of the plural is missing
    found: { one: '{count} заказ', many: '{count} заказов' },
  })
  expect(Object.keys(en)).toEqual(Object.keys(ru))
})
