import { expect, test } from 'vitest'

import { readJson } from './read-json.ts'
import { readEntries, readOrder, toOrderStatus } from './read-status.ts'

test.each([
  ['Pending', 'PENDING'],
  ['In progress', 'PROCESSING'],
  ['inprogress', 'PROCESSING'],
  ['IN_PROGRESS', 'PROCESSING'],
  ['Processing', 'PROCESSING'],
  ['completed', 'COMPLETED'],
  ['Partial', 'PARTIAL'],
  ['Partially completed', 'PARTIAL'],
  ['Canceled', 'CANCELED'],
  ['Cancelled', 'CANCELED'],
  ['Refunded', 'CANCELED'],
  ['Cancel', 'CANCELED'],
  ['Canelled', 'CANCELED'],
  ['Отменён', 'CANCELED'],
  ['ОТМЕНЕН', 'CANCELED'],
  ['On hold', 'PROCESSING'],
  ['Refunds', 'CANCELED'],
  ['success', 'COMPLETED'],
  ['Done', 'COMPLETED'],
  ['Finished', 'COMPLETED'],
  ['Queue', 'PENDING'],
  ['In queue', 'PENDING'],
  ['Creating', 'PENDING'],
  ['Moderation', 'PENDING'],
  ['Awaiting', 'PENDING'],
  ['Delivering', 'PROCESSING'],
  ['Active', 'PROCESSING'],
  ['0', 'PENDING'],
  ['3', 'PARTIAL'],
  ['5', 'CANCELED'],
  ['Fail', undefined],
  ['Failed', undefined],
  ['Error', undefined],
  ['Rejected', undefined],
  ['Canceling', undefined],
  ['6', undefined],
  ['-1', undefined],
  ['1.0', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['Awaiting moderation', undefined],
])('the status %j is %j', (raw, expected) => {
  expect(toOrderStatus(raw)).toBe(expected)
})

test('an unknown status is returned as written and is never canceled', () => {
  expect(readOrder({ status: 'Moderated', charge: '1', remains: 'Unknown', start_count: null }, '')).toEqual({
    status: undefined,
    raw: 'Moderated',
    charge: '1',
    currency: undefined,
    remains: undefined,
    startCount: undefined,
  })
})

test.each([
  ['Partial', '-3', 0],
  ['Partial', 'Unknown', 0],
  ['Completed', 'unknown', 0],
  ['In progress', 'Unknown', undefined],
  ['In progress', -1, 0],
  ['Canceled', 'Unknown', undefined],
  ['Partial', null, undefined],
  ['Partial', '157', 157],
])('of %s, remains %j means %j', (status, remains, expected) => {
  expect(readOrder({ status, charge: '1', remains }, '')).toMatchObject({ remains: expected })
})

test.each([
  [{ order_status: 'Completed', charge: '1' }, 'COMPLETED'],
  [{ order_status: 'In progress' }, 'PROCESSING'],
  [{ status: 'success', order_status: 'Canceled' }, 'CANCELED'],
  [{ status: { id: 3, name: 'Partial' }, remains: 5 }, 'PARTIAL'],
  [{ status: { name: 'Completed' } }, 'COMPLETED'],
  [{ status: { name: 'On fire' }, remains: 5 }, undefined],
])('the status in %j is %j', (entry, status) => {
  expect(readOrder(entry, '')).toMatchObject({ status })
})

test('numeric statuses are understood', () => {
  expect(readOrder({ status: 0, charge: 0.5, remains: 3 }, '')).toMatchObject({
    status: 'PENDING',
    charge: '0.5',
    remains: 3,
  })
})

test('entries are found by id in every shape, and only those asked for', () => {
  const ids = ['1', '10']
  const ask = (text: string) => Object.fromEntries(readEntries(readJson(text), ids, 'order'))
  expect(ask('{"1":{"status":"x"},"10":"Incorrect order ID","99":{}}')).toEqual({
    1: { status: 'x' },
    10: 'Incorrect order ID',
  })
  expect(ask('{"orders":{"1":{"status":"x"}}}')).toEqual({ 1: { status: 'x' } })
  expect(ask('[{"order":1,"status":"x"},{"order":"10","error":"no"}]')).toMatchObject({
    1: { status: 'x' },
    10: { error: 'no' },
  })
  expect(ask('[]')).toEqual({})
  expect(Object.fromEntries(readEntries(readJson('{"status":"x"}'), ['5'], 'order'))).toEqual({
    5: { status: 'x' },
  })
})
