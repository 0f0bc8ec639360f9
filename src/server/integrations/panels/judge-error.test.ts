import { expect, test } from 'vitest'

import { toSentence } from './judge-error.ts'
import { NO_REASON } from './panel.ts'

const link = 'https://instagram.com/p/AbC'

test.each([
  ['Order rejected by moderator', 'order rejected by MODERATOR'],
  ['Order rejected (https://instagram.com/p/AbC)', 'Order rejected (instagram.com/p/other)'],
  ['Rejected: HTTPS://INSTAGRAM.COM/P/ABC', 'Rejected: https://www.tiktok.com/@a/video/7'],
  ['Only 100 to 5,000 here', 'Only 50 to 1.250 here'],
  ['Заказ  отклонён', 'Заказ отклонён'.normalize('NFD')],
])('"%s" and "%s" are one sentence', (one, other) => {
  expect(toSentence(one, { link })).toBe(toSentence(other, { link }))
  expect(toSentence(one, { link })).not.toBe(NO_REASON)
})

test('the ordered user name is no part of the sentence', () => {
  expect(toSentence('@bob was rejected', { link: '@bob' })).toBe(
    toSentence('@eve was rejected', { link: '@eve' }),
  )
})

test.each([
  ['Order rejected', 'Order delayed'],
  ['Error 7', 'Error 8'],
  ['error code: 12', 'error code: 13'],
])('"%s" and "%s" are two sentences', (one, other) => {
  expect(toSentence(one, { link })).not.toBe(toSentence(other, { link }))
})

test.each(['Internal server error', 'cURL error 28: timed out', '', '12', link])(
  '"%s" contains nothing that identifies a refusal',
  (error) => {
    expect(toSentence(error, { link })).toBe(NO_REASON)
  },
)
