import { expect, test } from 'vitest'

import { readAdd } from './read-add.ts'
import { readCancel } from './read-cancel.ts'
import type { Json } from './read-json.ts'
import { readRefill, readRefillState } from './read-refill.ts'
import { readEntries, readOrder } from './read-status.ts'

const bodyOf = (value: Json) => ({ status: 200, body: JSON.stringify(value) })

test.each<[Json]>([
  [{ order: { id: 7 } }],
  [{ order: { order: '7' } }],
  [{ id: 7 }],
  [[{ order: 7 }]],
  [{ order_id: '7' }],
  [{ order: 7, status: 0 }],
  [{ status: 'success', data: { order: 7 } }],
  [{ success: true, data: { id: 7 } }],
  [{ data: [{ order: 7 }] }],
  [{ code: 200, msg: 'ok', data: { order_id: 7 } }],
  [{ result: { order: 7 } }],
  [{ status: 'success', data: { orderId: 7 } }],
  [{ orders: [7] }],
  [{ orders: [{ order: '7' }] }],
])('the id of an order is found in %j', (value) => {
  expect(readAdd(bodyOf(value), 'k')).toEqual({ kind: 'accepted', order: '7' })
})

test.each<[Json]>([
  [[{ order: 7 }, { order: 8 }]],
  [{ order: { error: 'Something broke' } }],
  [{ order: [7] }],
  [{ data: [] }],
  [{ data: { user: { id: 7 } } }],
  [{ orders: [7, 8] }],
  [7],
  [['7']],
])('%j contains no order id: unknown', (value) => {
  expect(readAdd(bodyOf(value), 'k')).toMatchObject({ kind: 'unknown' })
})

test.each<[Json]>([
  [{ success: false, order: 7 }],
  [{ success: 0, order: 7 }],
  [{ status: 'fail', id: 7 }],
  [{ error: true, order: 7 }],
  [{ id: 7, error: 'Incorrect link' }],
])('%j contradicts itself: unknown, with the id as evidence', (value) => {
  expect(readAdd(bodyOf(value), 'k')).toMatchObject({ kind: 'unknown', order: '7' })
})

test('an order is taken whatever warnings come before its id', () => {
  const body = 'Warning: mysqli_query(): gone away in /a.php on line 3\n{"order":7}'
  expect(readAdd({ status: 200, body }, 'k')).toEqual({ kind: 'accepted', order: '7' })
})

test('"success" means a completed order only next to its figures', () => {
  expect(readOrder({ status: 'success', remains: 0 }, '')).toMatchObject({ status: 'COMPLETED' })
  expect(readOrder({ status: 'success', charge: '0.1' }, '')).toMatchObject({ status: 'COMPLETED' })
  expect(readOrder({ status: 'success' }, '')).toBeUndefined()
  expect(readOrder({ status: 'success', message: 'ok' }, '')).toBeUndefined()
  expect(readOrder({ status: 'success', data: { status: 'Pending', remains: 5 } }, '')).toMatchObject({
    status: 'PENDING',
  })
})

test.each<[Json, 'asked' | 'refused' | undefined]>([
  [[{ order: 7, cancel: 1 }], 'asked'],
  [[{ order: 7, cancel: '1' }], 'asked'],
  [[{ order: 7, cancel: true }], 'asked'],
  [{ '7': 'Canceled' }, 'asked'],
  [{ '7': 'Cancel request sent' }, 'asked'],
  [{ '7': { status: 'Cancelled' } }, 'asked'],
  [{ '7': { cancel: 1 } }, 'asked'],
  [{ success: 'Cancel request accepted' }, 'asked'],
  [{ success: true }, 'asked'],
  [{ ok: 'true' }, 'asked'],
  [{ status: 'success' }, 'asked'],
  [{ status: 'Pending' }, 'asked'],
  [[{ order: 7, cancel: { error: 'Incorrect order ID' } }], 'refused'],
  [[{ order: 7, cancel: 'Order cannot be canceled' }], 'refused'],
  [{ '7': 'Incorrect order ID' }, 'refused'],
  [{ '7': { error: 'Cancel is not available' } }, 'refused'],
  [{ success: 'Order can not be canceled' }, 'refused'],
  [[{ order: 7, cancel: 0 }], undefined],
  [{ '7': 'Đang xử lý' }, undefined],
  [{ '7': {} }, undefined],
  [{ '7': { status: 'In review' } }, undefined],
  [{ success: false }, undefined],
  [{ success: 'Your request was submitted' }, undefined],
  [[], undefined],
])('to a cancel request, %j is %s', (value, expected) => {
  const entry = readEntries(value, ['7'], 'order').get('7')
  expect(entry === undefined ? undefined : readCancel(entry)?.kind).toBe(expected)
})

test.each<[Json, string]>([
  [{ refill: '9' }, '9'],
  [{ status: 'success', refill_id: 9 }, '9'],
  [{ status: 'success', data: { refill: 9 } }, '9'],
  [[{ order: 1, refill: 9 }], '9'],
])('a refill answered with %j has the id %s', (value, refill) => {
  expect(readRefill(bodyOf(value), 'k')).toEqual({ kind: 'accepted', refill })
})

test.each<[Json]>([
  [{ success: true }],
  [{ status: 'success' }],
  [{ ok: 'true' }],
  [{ refill: true }],
  [{ status: 'success', data: { message: 'ok' } }],
])('a refill answered with %j was accepted, without an id', (value) => {
  expect(readRefill(bodyOf(value), 'k')).toEqual({ kind: 'accepted', refill: undefined })
})

test.each<[Json]>([
  [{ refill: { error: 'Incorrect order ID' } }],
  [[{ order: 1, refill: { error: 'Incorrect order ID' } }]],
  [{ error: 'Incorrect order ID' }],
  [{ status: 'error', message: 'Incorrect order ID' }],
])('a refill is refused by %j', (value) => {
  expect(readRefill(bodyOf(value), 'k')).toEqual({
    kind: 'rejected',
    fault: { code: 'said', details: { error: 'Incorrect order ID' } },
  })
})

test.each<[Json]>([
  [[9]],
  [['9']],
  [[1.5, 2]],
  ['9'.repeat(2)],
  [[]],
  [['Refill requested']],
  [{ refill: 9, error: 'x' }],
  [null],
])('figures with other content, such as %j, leave a refill unknown', (value) => {
  expect(readRefill(bodyOf(value), 'k')).toMatchObject({ kind: 'unknown' })
})

test.each([
  ['In progess', 'pending'],
  ['In progress', 'pending'],
  ['Awaiting', 'pending'],
  ['Approved', 'pending'],
  ['Success', 'completed'],
  ['Refilled', 'completed'],
  ['Partial', 'completed'],
  ['Declined', 'rejected'],
  ['Odd', undefined],
])('for a refill, the word "%s" is %s', (status, state) => {
  expect(readRefillState({ refill: 1, status }, '')).toEqual({ state, raw: status })
})
