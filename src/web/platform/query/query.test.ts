import { hashKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listAnnouncements } from '#contract/messaging/announcements.ts'
import { getOrder, listOrders } from '#contract/orders/orders.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { joined, makesCall, queryOf } from './query.ts'

const keyOf = ({ queryKey }: { queryKey: readonly unknown[] }) => hashKey(queryKey)

test("the same call with the same arguments has one key, whatever their order, and omitted ones don't count", () => {
  const from = new Date('2026-05-04T00:00:00Z')
  const one = queryOf(listTransactions, { query: { from, limit: 5, page: 1 } })
  const other = queryOf(listTransactions, {
    query: { page: 1, search: undefined, limit: 5, from: new Date(from) },
  })
  expect(keyOf(one)).toBe(keyOf(other))
  expect(keyOf(queryOf(getOrder, { params: { id: 7 } }))).toBe(
    keyOf(queryOf(getOrder, { params: { id: 7 } })),
  )
})

test('other arguments and other calls have other keys', () => {
  const keys = [
    queryOf(getOrder, { params: { id: 7 } }),
    queryOf(getOrder, { params: { id: 8 } }),
    queryOf(listOrders, { query: {} }),
    queryOf(listOrders, { query: { page: 2 } }),
    queryOf(listTransactions, { query: { from: new Date(0) } }),
    queryOf(listTransactions, { query: { from: new Date(86_400_000) } }),
  ].map(keyOf)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a query of several calls is read again when any of them changes, and for no other', () => {
  const both = joined(
    { order: queryOf(getOrder, { params: { id: 7 } }), told: queryOf(listAnnouncements, { query: {} }) },
    ({ order }) => order,
  )
  expect([getOrder, listAnnouncements, listOrders].map((one) => makesCall(both.queryKey, one))).toEqual([
    true,
    true,
    false,
  ])
})
