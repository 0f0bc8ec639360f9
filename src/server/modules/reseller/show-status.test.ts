import { expect, test } from 'vitest'

import { money } from '#contract/base/money.ts'
import type { Order } from '#contract/orders/orders.ts'

import { toResellerStatus } from './show-status.ts'

/** 1,000 pieces for $2. */
const order = { quantity: 1000, price: money(200_000_000n), start_count: null, remains: null }

test.each<[Order['status'], refunded: string, remains: number | null, said: string]>([
  ['PENDING', '0', null, 'Pending 2.00 0'],
  ['PENDING', '0', 1000, 'Pending 2.00 1000'],
  ['PROCESSING', '0', 400, 'In progress 2.00 400'],
  ['PROCESSING', '50000000', 400, 'In progress 1.50 400'],
  ['COMPLETED', '0', 3, 'Completed 2.00 0'],
  ['REFILL', '0', 0, 'Completed 2.00 0'],
  ['PARTIAL', '0', 0, 'Completed 2.00 0'],
  ['PARTIAL', '50000000', 250, 'Partial 1.50 250'],
  ['CANCELED', '200000000', 1000, 'Canceled 0 1000'],
  ['REFUNDED', '200000000', 0, 'Canceled 0 1000'],
  ['FAILED', '200000000', null, 'Canceled 0 1000'],
  ['CANCELED', '50000000', 250, 'Partial 1.50 250'],
  ['COMPLETED', '50100000', 0, 'Partial 1.499 250'],
  ['COMPLETED', '200000000', 0, 'Canceled 0 1000'],
  ['REFILL', '50000000', 0, 'Partial 1.50 250'],
])('R8 R8c R8d %s with %s refunded and %s remaining', (status, refunded, remains, said) => {
  const figures = { ...order, status, refunded: money(BigInt(refunded)), remains }
  const { charge, start_count: start, currency, ...shown } = toResellerStatus(figures)
  expect(`${shown.status} ${charge} ${shown.remains}`).toBe(said)
  expect([start, currency]).toEqual(['0', 'USD'])
})

test('R8 a free order that was canceled is canceled', () => {
  const free = { ...order, price: money(0n), refunded: money(0n) }
  expect(toResellerStatus({ ...free, status: 'CANCELED' }).status).toBe('Canceled')
  expect(toResellerStatus({ ...free, status: 'COMPLETED' }).status).toBe('Completed')
})
