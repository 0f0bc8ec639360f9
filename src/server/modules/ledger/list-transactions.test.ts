import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { cancelOrder } from '#contract/orders/orders.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { giveBalance, makeService, makeUser, usd } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'
import { getPaymentStatus } from '#contract/payments/payments.ts'

import { postingKinds } from './posting-kinds.ts'
import { postTransaction } from './post-transaction.ts'

let shop: PaymentsApp
beforeAll(async () => {
  shop = await makePaymentsApp()
})
afterAll(() => shop.drop())

const list = (token: string, query: Record<string, string> = {}) =>
  shop.call(listTransactions, { token, query })

test('shows the ledger and the open deposits, newest first, with sums that add up to the balance', async () => {
  const user = await makeUser(shop.ctx)
  const paid = await shop.open(user.token, 100)
  await shop.move(paid, 'paid')
  await shop.call(getPaymentStatus, { token: user.token, params: { order_id: paid } })
  await postTransaction(shop.ctx.db, {
    userId: user.id,
    kind: postingKinds.order,
    amount: usd('1.5'),
    orderId: 1n,
  })
  await postTransaction(shop.ctx.db, {
    userId: user.id,
    kind: postingKinds.refund,
    amount: usd('0.25'),
    orderId: 1n,
  })
  const open = await shop.open(user.token, 20)
  const short = await shop.open(user.token, 30)
  await shop.move(short, 'wrong_amount')
  await shop.call(getPaymentStatus, { token: user.token, params: { order_id: short } })

  const { body } = await list(user.token)
  expect(
    body.transactions.map(({ type, status, amount, reference_id }) => [type, status, amount, reference_id]),
  ).toEqual([
    ['deposit', 'processing', usd('30'), short],
    ['deposit', 'pending', usd('20'), open],
    ['refund', 'completed', usd('0.25'), null],
    ['order', 'completed', usd('-1.5'), null],
    ['bonus', 'completed', usd('5'), paid],
    ['deposit', 'completed', usd('100'), paid],
  ])
  expect(body.summary).toEqual({
    balance: usd('103.75'),
    totalDeposits: usd('100'),
    totalOrders: usd('1.5'),
    refundsAndBonuses: usd('5.25'),
  })
})

test('describes each row by its type, with the service of its order and the deposit of its bonus', async () => {
  const user = await makeUser(shop.ctx)
  const paid = await shop.open(user.token, 100)
  await shop.move(paid, 'paid')
  await shop.call(getPaymentStatus, { token: user.token, params: { order_id: paid } })
  const service = await makeService(shop.ctx, { name: 'Followers', rate: '1', min: 1 })
  const order = { service_id: service.id, link: 'https://example.com/x', quantity: 1000 }
  const placed = await shop.call(createOrder, { token: user.token, body: order })
  const orderId = placed.body.order.id
  await shop.call(cancelOrder, { token: user.token, params: { id: orderId } })
  await postTransaction(shop.ctx.db, {
    userId: user.id,
    kind: postingKinds.adjustment,
    amount: usd('1'),
    reason: 'Goodwill',
    actorId: user.id,
  })
  await shop.open(user.token, 20)
  const { body } = await list(user.token)
  expect(body.transactions.map(({ code, details, description }) => [code, details, description])).toEqual([
    ['deposit', { gateway: 'Cryptomus' }, 'Deposit via Cryptomus'],
    ['adjustment', { reason: 'Goodwill' }, 'Balance adjustment: Goodwill'],
    ['refund', { order_id: orderId }, `Refund of order ${orderId}`],
    ['order', { order_id: orderId, service: 'Followers' }, `Order ${orderId}: Followers`],
    ['bonus', { amount: 100 }, 'Bonus on a deposit of $100.00'],
    ['deposit', { gateway: 'Cryptomus' }, 'Deposit via Cryptomus'],
  ])
})

test('pages without gaps or repetitions', async () => {
  const user = await makeUser(shop.ctx)
  for (let at = 0; at < 3; at += 1) {
    await giveBalance(shop.ctx, user.id, '1')
    await shop.open(user.token, 5)
  }
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const { body } = await list(user.token, { limit: '2', ...(cursor !== null && { cursor }) })
    seen.push(...body.transactions.map(({ id }) => id))
    cursor = body.next_cursor
  } while (cursor !== null)
  expect(seen).toHaveLength(6)
  expect(seen).toEqual(seen.toSorted((one, other) => other - one))
})

test('an empty user id is refused with the sentence of the spec', async () => {
  const { token } = await makeUser(shop.ctx)
  const { status, body } = await list(token, { userId: '' })
  expect([status, body.code, body.message]).toEqual([400, 'invalid_parameter', 'User ID is required'])
})

test("refuses another user's statement, a missing token, and an invalid cursor", async () => {
  const [user, stranger] = [await makeUser(shop.ctx), await makeUser(shop.ctx)]
  const admin = await makeUser(shop.ctx, { role: 'admin' })
  expect((await list(stranger.token, { userId: String(user.id) })).status).toBe(403)
  expect((await list(admin.token, { userId: String(user.id) })).status).toBe(200)
  expect((await list(user.token, { cursor: 'abc' })).status).toBe(400)
  expect((await list(user.token, { limit: '201' })).status).toBe(400)
  expect((await shop.call(listTransactions)).status).toBe(401)
})
