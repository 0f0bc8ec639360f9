import { expect, test } from 'vitest'

import type { Order } from '#contract/orders/orders.ts'
import { shownStatuses } from '#contract/orders/order-statuses.ts'
import { whyNoRefill } from './why-no-refill.ts'

const order = { refill: true, can_refill: false } as Order // only what is looked at

test('every order that can not be refilled has its reason, and one that can has none', () => {
  const reasons = shownStatuses.map((status) => whyNoRefill({ ...order, status }))
  expect(reasons).toEqual([
    'not_delivered',
    'not_delivered',
    'not_now',
    'not_now',
    'under_way',
    'ended',
    'ended',
    'ended',
    'not_now',
  ])
  for (const status of shownStatuses) {
    expect(whyNoRefill({ ...order, status, refill: false })).toBe('not_offered')
    expect(whyNoRefill({ ...order, status, can_refill: true })).toBeUndefined()
  }
})
