import { afterAll, beforeAll, expect, test } from 'vitest'

import { listGatewayEvents } from '#contract/payments/gateways.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import type { Context } from '#server/context.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

import { gatewayEventQueue } from './work-gateway-events.ts'

// Longer than most: everything a gateway may send about a deposit, with one final audit of all the money.

let shop: PaymentsApp
beforeAll(async () => {
  shop = await makePaymentsApp()
})
afterAll(() => shop.drop())

const work = (ctx: Context) => gatewayEventQueue.workDue(ctx)
/** The gateway's statuses, by its own names. */
const events = (reference: string, status = 'paid', amount = '100.00000000') => ({
  type: 'payment',
  order_id: reference,
  amount,
  merchant_amount: '98.00000000',
  status,
  currency: 'USD',
})
const lines = async (userId: number) =>
  shop.ctx.db
    .selectFrom('transactions')
    .select(['type', 'amount', 'deposit_id'])
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute()
const statusOf = async (reference: string) =>
  shop.ctx.db
    .selectFrom('deposits')
    .select(['status', 'review_code', 'gateway_status', 'gateway_state'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()

const broken = async () =>
  (await checkInvariants(shop.database.url)).filter(({ violations }) => violations > 0).map(({ id }) => id)

test('credits once, with the bonus once, when the same paid webhook comes 100 times at once', async () => {
  const other = await shop.another()
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 100)
  await shop.move(reference, 'paid')
  const askedBefore = await shop.calls('info')
  const statuses = await Promise.all(Array.from({ length: 100 }, () => shop.send(events(reference))))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await Promise.all([work(shop.ctx), work(other.ctx), work(shop.ctx), work(other.ctx)])
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('105'))
  expect((await lines(user.id)).map(({ type, amount }) => [type, amount])).toEqual([
    ['deposit', usd('100')],
    ['bonus', usd('5')],
  ])
  const { n } = await shop.ctx.db
    .selectFrom('notifications')
    .select((count) => count.fn.countAll<bigint>().as('n'))
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(n).toBe(1n)
  expect((await shop.calls('info')) - askedBefore).toBeLessThanOrEqual(4)
})

test('refuses a forged webhook and stores nothing of it', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 100)
  expect(await shop.send(events(reference), 'not-the-key')).toBe(401)
  const unsigned = await fetch(`${shop.url}/api/payment/webhook/cryptomus`, {
    method: 'POST',
    body: JSON.stringify(events(reference)),
  })
  expect(unsigned.status).toBe(401)
  expect(await unsigned.json()).toMatchObject({ code: 'invalid_signature' })
  const stored = await shop.ctx.db
    .selectFrom('gateway_events')
    .select('id')
    .where('reference', '=', reference)
    .execute()
  expect(stored).toEqual([])
})

test('staff read signed webhooks, and their results', async () => {
  const [user, admin] = [await makeUser(shop.ctx), await makeUser(shop.ctx, { role: 'admin' })]
  const list = async (query: Record<string, string> = {}) =>
    (await shop.call(listGatewayEvents, { token: admin.token, query })).body
  const reference = await shop.open(user.token, 10)
  await shop.move(reference, 'paid')
  expect(await shop.send(events(reference))).toBe(200)
  const [waiting] = (await list({ limit: '1' })).events
  expect(waiting).toMatchObject({ gateway: 'cryptomus', reference, verdict: 'waiting', processed_at: null })
  await work(shop.ctx)
  await shop.database.pool.query(
    `insert into gateway_events (gateway, reference, body, due_at, processed_at, failed_at, fault)
     values ('cryptomus', 'given-up', '{}', null, now(), now(), '{"code": "said", "details": {"error": "it never answered"}}')`,
  )
  const first = await list({ limit: '1' })
  const second = await list({ limit: '1', cursor: first.next_cursor ?? '' })
  expect([...first.events, ...second.events]).toEqual([
    expect.objectContaining({
      reference: 'given-up',
      verdict: 'nothing',
      reason: { code: 'said', details: { error: 'it never answered' } },
    }),
    expect.objectContaining({ reference, verdict: 'done', reason: null }),
  ])
  await shop.database.pool.query(`delete from gateway_events where reference = 'given-up'`)
  expect((await shop.call(listGatewayEvents, { token: user.token })).status).toBe(403)
})

test('credits nothing for a webhook that the gateway does not confirm', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 100)
  expect(await shop.send(events(reference))).toBe(200)
  await work(shop.ctx)
  expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  expect(await statusOf(reference)).toMatchObject({
    status: 'pending',
    gateway_status: 'check',
    gateway_state: 'open',
  })
})

test("credits the invoice's amount whatever amount the webhook names", async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 50)
  await shop.move(reference, 'paid_over', '80')
  await shop.send(events(reference, 'paid', '9999.00000000'))
  await work(shop.ctx)
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('50'))
})

test('a payment that comes after the cancellation wins', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 20)
  await shop.move(reference, 'cancel')
  await shop.send(events(reference, 'cancel'))
  await work(shop.ctx)
  expect((await statusOf(reference)).status).toBe('canceled')
  await shop.move(reference, 'paid')
  await shop.send(events(reference, 'paid'))
  await work(shop.ctx)
  expect((await statusOf(reference)).status).toBe('completed')
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('20'))
})

test.each(['confirm_check', 'cancel', 'check', 'wrong_amount', 'refund_process', 'a_new_word'])(
  'completed is final: %s afterwards moves nothing',
  async (later) => {
    const user = await makeUser(shop.ctx)
    const reference = await shop.open(user.token, 20)
    await shop.move(reference, 'paid')
    await shop.send(events(reference))
    await work(shop.ctx)
    if (later !== 'a_new_word') await shop.move(reference, later)
    await shop.send(events(reference, later))
    await work(shop.ctx)
    expect((await statusOf(reference)).status).toBe('completed')
    expect(await balanceOf(shop.ctx, user.id)).toBe(usd('20'))
    expect(await lines(user.id)).toHaveLength(1)
  },
)

test.each(['wrong_amount', 'refund_process', 'refund_fail', 'refund_paid', 'locked'])(
  'sends %s to review',
  async (status) => {
    const user = await makeUser(shop.ctx)
    const reference = await shop.open(user.token, 20)
    await shop.move(reference, status)
    await shop.send(events(reference, status))
    await work(shop.ctx)
    expect(await statusOf(reference)).toMatchObject({ status: 'review', review_code: expect.any(String) })
    expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  },
)

const eventOf = (reference: string) =>
  shop.ctx.db
    .selectFrom('gateway_events')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()

test.each([
  ['nobody-knows-this-one-24', null],
  ['not one of theirs!', 'other_shop'],
  ['', 'other_shop'],
])(
  'stores and answers signed webhooks of %j, which the gateway does not know either, and finishes them',
  async (reference, effect) => {
    expect(await shop.send(events(reference))).toBe(200)
    await work(shop.ctx)
    expect(await eventOf(reference)).toMatchObject({
      processed_at: expect.any(Date),
      failed_at: null,
      effect,
    })
  },
)

test('reports money that the gateway knows and the books do not', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 20)
  await shop.database.pool.query(
    `with gone as (delete from deposits where reference = $1 returning id)
     delete from deposit_gateway_ids using gone where deposit_id = gone.id`,
    [reference],
  )
  await shop.send(events(reference, 'check'))
  await work(shop.ctx)
  expect((await eventOf(reference)).failed_at).toBeNull()
  await shop.ctx.db.deleteFrom('gateway_events').where('reference', '=', reference).execute()
  await shop.move(reference, 'paid')
  await shop.send(events(reference))
  await work(shop.ctx)
  expect(JSON.stringify((await eventOf(reference)).fault)).toContain('deposit_unknown')
  expect(await broken()).toEqual(['I7.3'])
  await shop.ctx.db.deleteFrom('gateway_events').where('reference', '=', reference).execute()
})

test('failed webhooks are reported until the gateway answers about their deposit', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 20)
  // The credited deposits of other tests are polled once more for a while.
  await work({ ...shop.ctx, clock: () => new Date(Date.now() + 60_000) })
  await shop.fault({ action: 'info', kind: 'error_500_before', times: 100 })
  await shop.send(events(reference))
  let waitedMs = 0
  while ((await eventOf(reference)).processed_at === null) {
    waitedMs += 300_000
    const at = Date.now() + waitedMs
    await work({ ...shop.ctx, clock: () => new Date(at) })
  }
  expect(await eventOf(reference)).toMatchObject({
    tries: 12,
    failed_at: expect.any(Date),
    fault: { code: expect.any(String), details: expect.objectContaining({ http_status: 500 }) },
  })
  expect(await broken()).toEqual(['I7.3'])
  await shop.clearFaults()
  await shop.send(events(reference))
  await work(shop.ctx)
  expect(await broken()).toEqual([])
})

test('retries a webhook until the gateway is reachable again', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 20)
  await shop.move(reference, 'paid')
  await shop.fault({ action: 'info', kind: 'error_500_before', times: 1 })
  await shop.send(events(reference))
  await work(shop.ctx)
  expect((await statusOf(reference)).status).toBe('pending')
  await work({ ...shop.ctx, clock: () => new Date(Date.now() + 10_000) })
  expect((await statusOf(reference)).status).toBe('completed')
})

test('refuses an unknown gateway, a huge body and another method', async () => {
  const post = (path: string, body: string) =>
    fetch(`${shop.url}/api/payment/webhook/${path}`, { method: 'POST', body })
  expect((await post('paypal', '{}')).status).toBe(404)
  expect((await post('cryptomus', 'x'.repeat(16_385))).status).toBe(413)
  expect((await post('cryptomus', '')).status).toBe(401)
  expect((await fetch(`${shop.url}/api/payment/webhook/cryptomus`)).status).toBe(404)
})

test('keeps every invariant of the money', async () => {
  expect(await broken()).toEqual([])
})
