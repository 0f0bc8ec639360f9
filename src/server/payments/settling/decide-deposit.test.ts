import { expect, test } from 'vitest'

import { depositStatuses } from '#contract/payments.ts'
import { usd } from '#test/factories.ts'

import { decideDeposit, invoiceStatuses } from './decide-deposit.ts'

const words = [...Object.values(invoiceStatuses).flat(), 'a_new_word', '', 'PAID ', 'paid|check']
const decide = (status: string, before: (typeof depositStatuses)[number], own: object = {}) =>
  decideDeposit({ status, amount: usd('10'), currency: 'USD', ...own }, { status: before, amount: usd('10') })
    .kind

test('credits on paid and paid_over alone', () => {
  const crediting = words.filter((word) => decide(word, 'pending') === 'credit')
  expect(crediting).toEqual(['paid', 'paid_over'])
})

test('does nothing to a completed deposit, whatever is said', () => {
  expect(words.filter((word) => decide(word, 'completed') !== 'wait')).toEqual([])
})

test('a late payment wins over canceled and over review', () => {
  expect([decide('paid', 'canceled'), decide('paid_over', 'review')]).toEqual(['credit', 'credit'])
})

test('leaves an invoice over another amount or currency to a person', () => {
  for (const before of ['pending', 'canceled', 'review'] as const) {
    expect(decide('paid', before, { amount: usd('9.99') })).toBe('review')
    expect(decide('paid', before, { amount: undefined })).toBe('review')
    expect(decide('paid', before, { currency: 'EUR' })).toBe('review')
  }
})

test('cancels what is pending alone, on an explicit word alone', () => {
  expect(words.filter((word) => decide(word, 'pending') === 'cancel')).toEqual([
    'cancel',
    'fail',
    'system_fail',
  ])
  expect(decide('cancel', 'review')).toBe('wait')
})
