import { expect, test } from 'vitest'
import { money } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { withOrder } from './use-recent-orders.ts'

function makeOrder(id: number, part: Partial<Order> = {}): Order {
  return {
    id,
    service_id: 1,
    service_name: 'Followers',
    link: 'https://instagram.com/somebody',
    quantity: 100,
    price: money(1n),
    refunded: money(0n),
    status: 'PENDING',
    start_count: null,
    remains: null,
    refill: false,
    can_refill: false,
    can_cancel: true,
    created_at: new Date(1_000),
    updated_at: new Date(1_000),
    ...part,
  }
}

const five = [9, 8, 7, 6, 5].map((id) => makeOrder(id))
const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id)

test('an order that changes keeps its place', () => {
  const changed = makeOrder(7, { status: 'COMPLETED', updated_at: new Date(2_000) })
  const orders = withOrder(five, changed)
  expect(idsOf(orders)).toEqual([9, 8, 7, 6, 5])
  expect(orders[2]).toBe(changed)
})

test('a new order comes first and the oldest goes', () => {
  expect(idsOf(withOrder(five, makeOrder(10)))).toEqual([10, 9, 8, 7, 6])
  expect(idsOf(withOrder([], makeOrder(1)))).toEqual([1])
})

test('news of an older order, and news that come late, change nothing', () => {
  expect(withOrder(five, makeOrder(4))).toBe(five)
  expect(withOrder(five, makeOrder(9, { updated_at: new Date(1) }))).toBe(five)
})
