import { expect, test } from 'vitest'
import { languages } from '#contract/base/languages.ts'
import { sayIn } from '#web/platform/i18n/text.ts'
import { fitPages } from './command.ts'
import { paletteText } from './texts.en.ts'

const pages = [
  { to: '/orders', label: 'Order History', words: 'refund, my orders' },
  { to: '/add-funds', label: 'Nạp tiền', words: 'top up' },
  { to: '/refunds', label: 'Refund Policy' },
]
const found = (text: string) => fitPages(pages, text, () => {}).map(({ label }) => label)

test('a page is found by its name first, and by its synonyms', () => {
  expect(found('refund')).toEqual(['Refund Policy', 'Order History'])
  expect(found('top')).toEqual(['Nạp tiền'])
  expect(found('orders')).toEqual(['Order History'])
  expect(found('nap tien')).toEqual(['Nạp tiền'])
})

test('a single letter, or the middle of a word, matches no synonym', () => {
  expect(found('t')).toEqual(['Order History', 'Nạp tiền'])
  expect(found('fund')).toEqual(['Refund Policy'])
})

test('without a text there are all pages', () => {
  expect(found('')).toHaveLength(3)
})

test.each([
  ['en', 'refund', 'top up'],
  ['vi', 'hoàn tiền', 'nạp'],
  ['ru', 'возврат', 'пополнить'],
] as const)('%s calls things by its own words', (language, refund, topUp) => {
  expect(languages).toContain(language)
  for (const key of ['ordersWords', 'transactionsWords', 'supportWords'] as const)
    expect(sayIn(language, paletteText, key)).toContain(refund)
  expect(sayIn(language, paletteText, 'addFundsWords')).toContain(topUp)
})
