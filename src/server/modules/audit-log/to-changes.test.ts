import { expect, test } from 'vitest'

import { toChanges } from './to-changes.ts'

const changesOf = (before: unknown, after: unknown) =>
  toChanges({ before, after, personal: null, is_forgotten: false })

test('a list that is filled or emptied becomes changes of its rows, not one of its own', () => {
  const full = { faq: [{ question: 'When?' }, { question: 'Where?' }] }
  expect(changesOf({ faq: [] }, full)).toEqual([
    { field: 'faq.1.question', before: null, after: { text: 'When?' } },
    { field: 'faq.2.question', before: null, after: { text: 'Where?' } },
  ])
  expect(changesOf(full, { faq: [] })).toEqual([
    { field: 'faq.1.question', before: { text: 'When?' }, after: null },
    { field: 'faq.2.question', before: { text: 'Where?' }, after: null },
  ])
})

test('a list of words is one change, also from and to empty', () => {
  expect(changesOf({ permissions: [] }, { permissions: ['orders', 'support'] })).toEqual([
    { field: 'permissions', before: null, after: { text: 'orders, support' } },
  ])
  expect(changesOf({ permissions: ['orders'] }, { permissions: [] })).toEqual([
    { field: 'permissions', before: { text: 'orders' }, after: null },
  ])
})

test('amounts in a decision about a deposit are shown as money', () => {
  const units = { fee: '200000000', reversed: '300000000', proposed_amount: '400000000' }
  expect(changesOf(null, units)).toEqual([
    { field: 'fee', before: null, after: { money: 200_000_000n } },
    { field: 'reversed', before: null, after: { money: 300_000_000n } },
    { field: 'proposed_amount', before: null, after: { money: 400_000_000n } },
  ])
})
