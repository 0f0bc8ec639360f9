import { afterAll, beforeAll, expect, test } from 'vitest'

import { dismissDeposit } from '#contract/payments/admin-deposits.ts'
import { getReconciliation } from '#contract/reports/reconciliation.ts'
import { type DepositReviewApp, makeDepositReview } from '#test/deposit-review.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'

let desk: DepositReviewApp
beforeAll(async () => {
  desk = await makeDepositReview()
})
afterAll(() => desk.close())

/** Sets the gateway's received amount, and reads everything that staff and the customer see of it. */
async function pay(invoice: number, { word, arrived }: { word: string; arrived: string }) {
  const user = await makeUser(desk.ctx)
  const staffSaw = (await desk.messagesOf(desk.admin)).length
  const reference = await desk.open(user.token, invoice)
  await desk.sendWebhook(reference, word, arrived)
  const { id } = await desk.find(reference)
  const staff = async () =>
    (await desk.messagesOf(desk.admin)).slice(0, -staffSaw || undefined).map(([, text]) => text)
  const read = await desk.call(getReconciliation, {
    token: desk.admin.token,
    query: { day: new Date().toISOString().slice(0, 10) },
  })
  const named = read.body.gateways[0]?.named.find(({ reference: of }) => of === reference)
  const listed = (await desk.list({ attention: 'true' })).deposits.find((one) => one.id === Number(id))
  const told = (await desk.messagesOf(user)).map(([, text]) => text)
  return { user, reference, id, staff, named, listed, told }
}

test('of $30 for an invoice of $20, $20 are credited and the rest is listed, notified and reconciled', async () => {
  const { user, reference, id, staff, named, listed, told } = await pay(20, {
    word: 'paid_over',
    arrived: '30',
  })
  expect(await desk.linesOf(user.id)).toEqual([['deposit', usd('20')]])
  expect(listed).toMatchObject({
    status: 'completed',
    review_code: 'more_than_credited',
    review_details: { arrived: '30.00000000' },
    arrived: usd('30'),
  })
  expect(told).toEqual([
    "We received $30.00 and credited $20.00. We're reviewing the other $10.00.",
    'Your payment of $20.00 was received.',
  ])
  expect(await staff()).toEqual([`Deposit #${id}: $30.00 was received, $20.00 was credited`])
  expect(named).toMatchObject({ code: 'more_arrived', confirmed: usd('30'), credited: usd('20') })
  // The same answer again changes nothing, even after staff have resolved the review.
  await desk.call(dismissDeposit, { token: desk.admin.token, params: { id }, body: { reason: 'sent back' } })
  await desk.sendWebhook(reference, 'paid_over', '30')
  expect(await staff()).toHaveLength(1)
  expect((await desk.find(reference)).review_code).toBeNull()
  // A larger amount reopens the review.
  await desk.sendWebhook(reference, 'paid_over', '35')
  expect((await desk.find(reference)).review_code).toBe('more_than_credited')
  expect(await staff()).toHaveLength(2)
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('20'))
})

test('of $5 for an invoice of $38 that is reported as paid, nothing is credited without staff', async () => {
  const { user, reference, id, staff, named, listed, told } = await pay(38, { word: 'paid', arrived: '5' })
  expect(await desk.linesOf(user.id)).toEqual([])
  expect(listed).toMatchObject({ status: 'review', review_code: 'underpaid', arrived: usd('5') })
  expect(told).toEqual(["We received $5.00 of your $38.00 payment. We're reviewing it."])
  expect(await staff()).toEqual([`Deposit #${id} needs review: $5.00 was received for an invoice of $38.00`])
  expect(named).toMatchObject({ code: 'not_credited', confirmed: usd('5'), credited: 0n })
  await desk.sendWebhook(reference, 'paid', '5')
  expect(await staff()).toHaveLength(1)
  await desk.sendWebhook(reference, 'paid', '38')
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('38'))
})

test('of $19.50 for an invoice of $20, all of it is credited and the difference is listed', async () => {
  const { user, id, staff, named, listed, told } = await pay(20, { word: 'paid', arrived: '19.5' })
  expect(await desk.linesOf(user.id)).toEqual([['deposit', usd('20')]])
  expect(listed).toMatchObject({ status: 'completed', review_code: 'less_than_credited' })
  expect(told).toEqual(['Your payment of $20.00 was received.'])
  expect(await staff()).toEqual([`Deposit #${id}: $19.50 was received, $20.00 was credited`])
  expect(named).toMatchObject({ code: 'less_arrived', confirmed: usd('19.5'), credited: usd('20') })
})
