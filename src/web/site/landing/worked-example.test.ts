import { expect, test } from 'vitest'

import { parseMoney, money } from '#contract/base/money.ts'

import { workLedger, workOrder } from './worked-example.ts'

const usd = (text: string) => parseMoney(text) ?? money(0n)

test('the example on the front page is calculated like an order, and adds up', () => {
  const order = workOrder()
  expect([order.price, order.refund, order.kept]).toEqual([
    usd('2.28425'),
    usd('0.3261909'),
    usd('1.9580591'),
  ])
  expect(order.refund + order.kept).toBe(order.price)
  expect(order.delivered + order.remains).toBe(order.quantity)
})

test.each([[[]], [[{ from: usd('100'), percent: 5 }]], [[{ from: usd('500'), percent: 10 }]]])(
  'the example of a ledger ends with the sum of its lines, with bonuses %o',
  (bonuses) => {
    const lines = workLedger(workOrder(), bonuses)
    const sum = lines.reduce((total, { amount }) => total + amount, 0n)
    expect(lines.at(-1)?.balance).toBe(sum)
    expect(lines.some(({ type }) => type === 'bonus')).toBe(bonuses.some(({ from }) => from <= usd('100')))
  },
)
