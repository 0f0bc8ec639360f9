import { expect, test } from 'vitest'
import { money, ZERO } from '#contract/base/money.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { actsFor } from './order-acts.ts'

/** Only the members that decide which actions are allowed. */
function orderIn(status: string, state: string, own: Partial<AdminOrder> = {}): AdminOrder {
  return {
    status,
    dispatch: { state, attempt: 1, attempts: [] },
    price: money(100n),
    refunded: ZERO,
    quantity: 100,
    can_cancel: true,
    review_code: null,
    supplies: [],
    ...own,
  } as unknown as AdminOrder // see above
}

test('actions that refund are offered to staff who may refund, and to nobody else', () => {
  const order = orderIn('PROCESSING', 'accepted')
  const refunding = ['partial', 'refund', 'cancel']
  expect(actsFor(order, () => true)).toEqual(expect.arrayContaining(refunding))
  const rest = actsFor(order, (needed) => needed === 'orders')
  expect(rest).toContain('complete')
  expect(rest.filter((act) => refunding.includes(act))).toEqual([])
})

test('a link is corrected before the order is sent, a start count once somebody delivers it', () => {
  const offered = (status: string, state: string) =>
    actsFor(orderIn(status, state), () => true).filter((act) => act === 'link' || act === 'start')
  expect(offered('PENDING', 'queued')).toEqual(['link'])
  expect(offered('PENDING', 'sending')).toEqual([])
  expect(offered('PENDING', 'review')).toEqual([])
  expect(offered('PENDING', 'accepted')).toEqual(['start'])
  expect(offered('COMPLETED', 'rejected')).toEqual(['start'])
  expect(offered('CANCELED', 'rejected')).toEqual([])
})
