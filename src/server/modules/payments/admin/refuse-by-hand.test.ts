import { afterAll, beforeAll, expect, test } from 'vitest'

import { dismissDeposit } from '#contract/payments/admin-deposits.ts'
import { createPayment, getPaymentStatus } from '#contract/payments/payments.ts'
import { getStats } from '#contract/reports/reports.ts'
import { type DepositReviewApp, makeDepositReview } from '#test/deposit-review.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'

let desk: DepositReviewApp
beforeAll(async () => {
  desk = await makeDepositReview()
})
afterAll(() => desk.close())

test('one refuses while the other credits: one of them is refused, and the books agree', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { user, id, reference } = await desk.openShort(10, '4')
    const body = { reason: 'yes', expected_status: 'review' }
    const answers = await Promise.all([desk.credit(id, body), desk.refuse(id, body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const isCredited = answers[0].status === 200
    expect(await balanceOf(desk.ctx, user.id)).toBe(isCredited ? usd('4') : 0n)
    expect((await desk.find(reference)).status).toBe(isCredited ? 'completed' : 'canceled')
  }
})

test('refusing or crediting a deposit that changed since it was shown is refused, and nothing moves', async () => {
  const { user, id, reference } = await desk.openShort(10, '4')
  const told = { status: 409, json: { details: { reason: 'deposit_moved', status: 'review' } } }
  const body = { reason: 'yes', expected_status: 'pending' }
  expect(await desk.credit(id, body)).toMatchObject(told)
  expect(await desk.refuse(id, body)).toMatchObject(told)
  expect((await desk.find(reference)).status).toBe('review')
  expect(await balanceOf(desk.ctx, user.id)).toBe(0n)
  // A refused deposit may still be credited by staff who have seen the refusal.
  expect((await desk.refuse(id)).status).toBe(200)
  expect((await desk.credit(id, { ...body, expected_status: 'canceled' })).status).toBe(200)
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('4'))
})

test('a deposit in review counts as a deposit, not as an order', async () => {
  const count = async () => (await desk.call(getStats, { token: desk.admin.token })).body.data
  const { inReview, depositsInReview } = await count()
  const { id } = await desk.openShort(10, '4')
  expect(await count()).toMatchObject({ inReview, depositsInReview: depositsInReview + 1 })
  await desk.refuse(id)
  expect(await count()).toMatchObject({ inReview, depositsInReview })
})

test('refuses without crediting, notifies the customer, and logs it', async () => {
  const { user, reference, id } = await desk.openShort(10, '4')
  const answer = await desk.refuse(id, { reason: 'sent back by hand' })
  // Polling soon finds a payment made during the refusal, even if its webhook was lost.
  const { due_at: lookAt, refused_at: refusedAt } = await desk.find(reference)
  expect((lookAt?.getTime() ?? 0) - (refusedAt?.getTime() ?? 0)).toBe(15_000)
  expect([answer.status, answer.body.deposit]).toMatchObject([
    200,
    { status: 'canceled', refused_at: expect.any(Date), review_code: null, credited_amount: null },
  ])
  expect(await desk.messagesOf(user)).toEqual([
    ['other', "Your payment of $10.00 couldn't be credited. Please contact support."],
    ['other', "We received $4.00 of your $10.00 payment. We're reviewing it."],
  ])
  const status = await desk.call(getPaymentStatus, { token: user.token, params: { order_id: reference } })
  expect(status.body).toMatchObject({ status: 'canceled', message: 'Payment has been canceled.' })
  expect(await desk.recordsOf(id)).toMatchObject([
    {
      action: 'deposit.refuse',
      reason: 'sent back by hand',
      before: { status: 'review' },
      after: { status: 'canceled' },
    },
  ])
  expect((await desk.refuse(id)).body.code).toBe('state_conflict')
  expect(await desk.linesOf(user.id)).toEqual([])
})

test('a payment after the refusal returns to review, by webhook or by polling, and never to the balance', async () => {
  for (const way of ['webhook', 'polling']) {
    const { user, reference, id } = await desk.openShort(10, '4')
    await desk.refuse(id)
    if (way === 'webhook') await desk.sendWebhook(reference, 'paid')
    else {
      await desk.move(reference, 'paid')
      await desk.pollIn(3_600_000)
    }
    expect(await desk.find(reference)).toMatchObject({
      status: 'review',
      review_code: 'paid_after_refusal',
      arrived: usd('10'),
    })
    await desk.pollIn(2 * 3_600_000)
    await desk.sendWebhook(reference, 'paid')
    expect([await balanceOf(desk.ctx, user.id), (await desk.find(reference)).status]).toEqual([0n, 'review'])
    expect((await desk.credit(id, { reason: 'then yes' })).status).toBe(200)
    expect(await balanceOf(desk.ctx, user.id)).toBe(usd('10'))
    await desk.sendWebhook(reference, 'paid')
    expect(await desk.linesOf(user.id)).toHaveLength(1)
  }
})

test('refused again with the payment known, it stays refused', async () => {
  const { user, reference, id } = await desk.openShort(10, '4')
  await desk.refuse(id)
  await desk.sendWebhook(reference, 'paid')
  expect((await desk.refuse(id)).status).toBe(200)
  await desk.sendWebhook(reference, 'paid')
  await desk.pollIn(3_600_000)
  expect([await balanceOf(desk.ctx, user.id), (await desk.find(reference)).status]).toEqual([0n, 'canceled'])
  await desk.sendWebhook(reference, 'refund_paid')
  expect((await desk.find(reference)).status).toBe('canceled')
})

test('a deposit refused before it had an invoice sends nobody to pay', async () => {
  const user = await makeUser(desk.ctx)
  const ask = () =>
    desk.call(createPayment, {
      token: user.token,
      body: { amount: 10, payment_method: 'cryptomus' },
      headers: { 'idempotency-key': 'refused' },
    })
  await desk.fault({ action: 'payment', kind: 'error_500_before', times: 1 })
  expect((await ask()).status).toBe(503)
  const deposit = await desk.ctx.db
    .selectFrom('deposits')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  await desk.refuse(deposit.id)
  const again = await ask()
  expect([again.status, again.body.code]).toEqual([409, 'state_conflict'])
  expect((await desk.find(deposit.reference)).status).toBe('canceled')
})

test('refused while its invoice is being created, it stays refused', async () => {
  const user = await makeUser(desk.ctx)
  await desk.fault({ action: 'payment', kind: 'slow', times: 1, delay_ms: 1_000 })
  const asking = desk.open(user.token, 10)
  const findOpen = () =>
    desk.ctx.db
      .selectFrom('deposits')
      .select(['id', 'lease_until'])
      .where('user_id', '=', user.id)
      .executeTakeFirst()
  await expect.poll(async () => (await findOpen())?.lease_until ?? null).not.toBeNull()
  const { id } = (await findOpen()) ?? { id: 0n }
  expect((await desk.refuse(id)).status).toBe(200)
  const reference = await asking
  expect(await desk.find(reference)).toMatchObject({ status: 'canceled', payment_url: expect.any(String) })
  await desk.sendWebhook(reference, 'paid')
  expect([await balanceOf(desk.ctx, user.id), (await desk.find(reference)).status]).toEqual([0n, 'review'])
})

test('a credited payment that the gateway refunds is shown until staff mark it resolved', async () => {
  const user = await makeUser(desk.ctx)
  const reference = await desk.open(user.token, 20)
  await desk.sendWebhook(reference, 'paid')
  const { id } = await desk.find(reference)
  await desk.sendWebhook(reference, 'refund_paid')
  const waiting = async () =>
    (await desk.list({ attention: 'true', user_id: String(user.id) })).deposits.map(
      ({ review_reason }) => review_reason,
    )
  expect(await waiting()).toEqual(['The gateway reversed $20.00'])
  const dismiss = () =>
    desk.call(dismissDeposit, {
      token: desk.admin.token,
      params: { id },
      body: { reason: 'talked to the customer' },
    })
  expect((await dismiss()).status).toBe(200)
  await desk.sendWebhook(reference, 'refund_paid')
  expect(await waiting()).toEqual([])
  expect((await dismiss()).body.code).toBe('state_conflict')
  expect(await balanceOf(desk.ctx, user.id)).toBe(0n)
  expect((await desk.recordsOf(id)).map(({ action }) => action)).toEqual(['deposit.dismiss'])
})

test('a payment above the amount credited by hand is shown to staff, and moves nothing', async () => {
  const { user, reference, id } = await desk.openShort(10, '4')
  await desk.credit(id, { reason: 'as it arrived' })
  await desk.sendWebhook(reference, 'paid')
  expect(await desk.find(reference)).toMatchObject({
    status: 'completed',
    review_code: 'more_than_credited',
    review_details: { arrived: '10.00000000' },
    gateway_status: 'paid',
    arrived: usd('10'),
  })
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('4'))
})
