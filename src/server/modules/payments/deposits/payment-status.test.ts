import { afterAll, beforeAll, expect, test } from 'vitest'

import { enterDeposit } from '#contract/payments/admin-deposits.ts'
import { getPaymentStatus, listDeposits } from '#contract/payments/payments.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'
import { countRows } from '#test/count-rows.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

import { listOwnDeposits } from './list-own-deposits.ts'

import { depositQueue } from './poll-deposit.ts'

// Longer than most: one gateway, and every state of a payment.

let shop: PaymentsApp
beforeAll(async () => {
  shop = await makePaymentsApp()
})
afterAll(() => shop.drop())

const ask = (token: string, reference: string, query?: Record<string, string>) =>
  shop.call(getPaymentStatus, { token, params: { order_id: reference }, ...(query && { query }) })
const HOUR_MS = 3_600_000
/** Polls with our clock moved ahead; the gateway's own clock stays. */
const pollIn = (milliseconds: number) =>
  depositQueue.workDue({ ...shop.ctx, clock: () => new Date(Date.now() + milliseconds) })
const find = (reference: string) =>
  shop.ctx.db.selectFrom('deposits').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()

test('polls the gateway while pending, credits a paid deposit, and reports it', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 100)
  await shop.move(reference, 'paid')
  expect((await ask(user.token, reference)).body).toEqual({
    status: 'paid',
    message: 'Your payment was processed successfully.',
    stage: 'paid',
    payment_method: 'cryptomus',
    amount: usd('100'),
    fee: 0n,
    bonus: usd('5'),
    reversed: 0n,
    payment_url: null,
    expires_at: null,
  })
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('105'))
})

test('polls at most once in 10 s, over all processes, and answers from stored data in between', async () => {
  const other = await shop.another()
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 10)
  const before = await shop.calls('info')
  const answers = await Promise.all(
    [shop, other, shop, other, shop, other].map(({ call }) =>
      call(getPaymentStatus, { token: user.token, params: { order_id: reference } }),
    ),
  )
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
    answers.map(() => [200, 'pending']),
  )
  expect(answers[0]?.body.message).toBe('Your payment is being processed. This may take a few minutes.')
  expect((await shop.calls('info')) - before).toBe(1)
  // Another process's clock may be slightly ahead.
  await shop.ctx.pool.query(`update deposits set polled_at = now() + interval '2 s' where reference = $1`, [
    reference,
  ])
  await ask(user.token, reference)
  expect((await shop.calls('info')) - before).toBe(1)
})

test('credits once when webhook, polling and status page coincide', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 500)
  await shop.move(reference, 'paid')
  await Promise.all([
    ask(user.token, reference),
    shop.send({ order_id: reference, status: 'paid' }),
    pollIn(60_000),
    pollIn(60_000),
  ])
  expect((await ask(user.token, reference)).body.status).toBe('paid')
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('550'))
})

test.each([
  ['check', 'unpaid', true],
  ['process', 'waiting', false],
  ['confirm_check', 'waiting', false],
  ['wrong_amount_waiting', 'waiting', true],
  ['wrong_amount', 'review', false],
  ['paid', 'paid', false],
  ['cancel', 'canceled', false],
])(
  'an invoice that is "%s" is %s to its customer; the payment URL is returned: %s',
  async (word, stage, canPay) => {
    const user = await makeUser(shop.ctx)
    const reference = await shop.open(user.token, 10)
    await shop.move(reference, word)
    const { body } = await ask(user.token, reference)
    const { payment_url: url } = await find(reference)
    expect([body.stage, body.payment_url]).toEqual([stage, canPay ? url : null])
    expect(body.expires_at !== null).toBe(canPay)
  },
)

test('the payment URL is returned only while it can be paid', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 10)
  await ask(user.token, reference)
  await shop.ctx.db
    .updateTable('deposits')
    .set({ expires_at: new Date(0) })
    .where('reference', '=', reference)
    .execute()
  expect((await ask(user.token, reference)).body).toMatchObject({ stage: 'unpaid', payment_url: null })
})

test('reports canceled, and that support is reviewing it', async () => {
  const user = await makeUser(shop.ctx)
  const canceled = await shop.open(user.token, 10)
  await shop.move(canceled, 'cancel')
  expect((await ask(user.token, canceled)).body).toMatchObject({
    status: 'canceled',
    message: 'Payment has been canceled.',
  })
  const short = await shop.open(user.token, 10)
  await shop.move(short, 'wrong_amount')
  expect((await ask(user.token, short)).body).toMatchObject({
    status: 'pending',
    message: expect.stringContaining('support'),
  })
})

test('answers from stored data when the gateway is unreachable', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 10)
  await shop.fault({ action: 'info', kind: 'html', times: 1 })
  expect(await ask(user.token, reference)).toMatchObject({ status: 200, body: { status: 'pending' } })
})

test("hides another user's deposit, refuses another user's id, and lets an admin read it", async () => {
  const [user, stranger] = [await makeUser(shop.ctx), await makeUser(shop.ctx)]
  const admin = await makeUser(shop.ctx, { role: 'admin' })
  const reference = await shop.open(user.token, 10)
  const hidden = await ask(stranger.token, reference)
  expect([hidden.status, hidden.body.code]).toEqual([404, 'deposit_not_found'])
  const asOther = await ask(stranger.token, reference, { user_id: String(user.id) })
  expect(asOther.status).toBe(403)
  expect((await ask(admin.token, reference, { user_id: String(user.id) })).status).toBe(200)
  expect((await shop.call(getPaymentStatus, { params: { order_id: reference } })).status).toBe(401)
})

test('polling finds a payment without a webhook, and polls less and less often', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 10)
  await pollIn(20_000)
  const first = await find(reference)
  expect(first).toMatchObject({ status: 'pending', polls: 1 })
  await pollIn(60_000)
  const pause = Number((await find(reference)).due_at) - Date.now() - 60_000
  expect(pause).toBeGreaterThan(45_000)
  await shop.move(reference, 'paid')
  await pollIn(HOUR_MS)
  expect(await find(reference)).toMatchObject({ status: 'completed', due_at: null })
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('10'))
})

test('a payment after the gateway closed the invoice is found within minutes, even without a webhook', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 10)
  for (const minutes of [1, 2, 4, 8, 13, 18, 23, 28, 33]) await pollIn(minutes * 60_000)
  await shop.move(reference, 'fail')
  await pollIn(40 * 60_000)
  expect((await find(reference)).status).toBe('canceled')
  await shop.fault({ action: 'info', kind: 'html', times: 1 })
  await pollIn(41 * 60_000)
  await shop.move(reference, 'paid')
  await pollIn(43 * 60_000)
  expect(await find(reference)).toMatchObject({ status: 'completed', due_at: null })
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('10'))
})

test('closes an unpaid deposit a day after it expired, and only after a successful poll', async () => {
  const user = await makeUser(shop.ctx)
  const [unpaid, partly] = [await shop.open(user.token, 10), await shop.open(user.token, 10)]
  await shop.move(partly, 'wrong_amount_waiting')
  await pollIn(24 * HOUR_MS)
  expect((await find(unpaid)).status).toBe('pending')
  await pollIn(26 * HOUR_MS)
  expect(await find(unpaid)).toMatchObject({ status: 'canceled', due_at: null })
  expect(await find(partly)).toMatchObject({ status: 'review', due_at: null })
})

test('fails a deposit whose invoice the gateway never created', async () => {
  const user = await makeUser(shop.ctx)
  await shop.fault({ action: 'payment', kind: 'error_500_before', times: 1 })
  await expect(shop.open(user.token, 10)).rejects.toThrow(/gateway_failed/)
  await pollIn(60_000)
  const open = () =>
    shop.ctx.db
      .selectFrom('deposits')
      .select('status')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
  expect((await open()).status).toBe('pending')
  await pollIn(HOUR_MS)
  expect((await open()).status).toBe('canceled')
})

test("a user's own deposits are listed newest first by pages, with their statuses, and no others", async () => {
  const [user, stranger, admin] = [
    await makeUser(shop.ctx),
    await makeUser(shop.ctx),
    await makeUser(shop.ctx, { role: 'admin' }),
  ]
  const paid = await shop.open(user.token, 100)
  await shop.move(paid, 'paid')
  await ask(user.token, paid)
  const canceled = await shop.open(user.token, 500)
  await shop.move(canceled, 'cancel')
  await ask(user.token, canceled)
  const open = await shop.open(user.token, 200)
  await shop.open(stranger.token, 5)
  const entered = { user: String(user.id), amount: 7, reference: 'Bank 1', reason: 'By bank' }
  expect((await shop.call(enterDeposit, { token: admin.token, body: entered })).status).toBe(201)
  const list = (query: Record<string, string>, token = user.token) =>
    shop.call(listDeposits, { token, query })
  const first = await list({ limit: '3' })
  const rest = await list({ limit: '3', cursor: first.body.next_cursor ?? '' })
  expect(rest.body.next_cursor).toBeNull()
  // On every page.
  expect([first.body.open?.order_id, rest.body.open?.order_id]).toEqual([open, open])
  const all = [...first.body.deposits, ...rest.body.deposits]
  expect(all.map(({ order_id, stage, amount, bonus }) => [order_id, stage, amount, bonus])).toEqual([
    [null, 'paid', usd('7'), 0n],
    [open, 'unpaid', usd('200'), usd('10')],
    // A canceled deposit promises no bonus.
    [canceled, 'canceled', usd('500'), 0n],
    [paid, 'paid', usd('100'), usd('5')],
  ])
  expect(all.map(({ payment_url: url }) => url !== null)).toEqual([false, true, false, false])
  expect((await list({ userId: String(user.id) }, stranger.token)).status).toBe(403)
  expect((await list({ userId: String(user.id), limit: '1' }, admin.token)).body.deposits).toEqual([all[0]])
})

test('a page of a customer’s deposits costs its rows, also for a customer who paid long before all others', async () => {
  const [old, newer] = [await makeUser(shop.ctx), await makeUser(shop.ctx)]
  const insert = `
    insert into deposits (user_id, reference, gateway, payment_method, amount, status)
    select $1::int, 'many-' || $1::int || '-' || n, 'cryptomus', 'cryptomus', 100000000, 'canceled' from generate_series(1, $2::int) n`
  await shop.database.pool.query(insert, [old.id, 4_000])
  await shop.database.pool.query(insert, [newer.id, 8_000])
  await shop.database.pool.query('vacuum analyze deposits')
  for (const { id } of [old, newer]) {
    let listed = 0
    const rows = await countRows(shop.ctx.db, {
      tables: ['deposits'],
      work: async (db) => {
        const page = await listOwnDeposits({ ...shop.ctx, db }, id, { limit: 10 })
        listed = page.deposits.length
      },
    })
    expect(listed).toBe(10)
    expect(rows).toBeLessThan(100)
  }
})
