import { expect, test } from 'vitest'

import type { AttentionCode } from '#contract/operations/attention.ts'
import type { Language } from '#contract/base/languages.ts'
import { adminDashboardText } from './texts.en.ts'
import { sayIn } from '#web/platform/i18n/text.ts'

import { sayWaiting } from './attention-list.tsx'

const said = (language: Language, code: AttentionCode, count: number) =>
  sayWaiting((key, ...rest) => sayIn(language, adminDashboardText, key, ...rest), code, count)

test.each([
  ['en', 'orders', '999 orders to review', '1,000+ orders to review'],
  ['en', 'tickets', '999 unanswered tickets', '1,000+ unanswered tickets'],
  ['vi', 'orders', '999 đơn hàng cần duyệt', '1.000+ đơn hàng cần duyệt'],
  ['ru', 'deposits', '999 пополнений на проверке', '1 000+ пополнений на проверке'],
] as const)(
  'what is not counted to its end is said to be so many or more: %s, %s',
  (language, code, few, many) => {
    const plain = (words: string) => words.replace(/\s/g, ' ')
    expect(plain(said(language, code, 999))).toBe(few)
    expect(plain(said(language, code, 1000))).toBe(many)
  },
)

test('a complete count is shown exactly', () => {
  expect(said('en', 'services_below_cost', 2345)).toBe('2,345 services below cost')
  expect(said('en', 'orders', 1)).toBe('1 order to review')
})
