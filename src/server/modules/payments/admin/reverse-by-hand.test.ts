import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { reverseDeposit } from '#contract/payments/admin-deposits.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'
import { type DepositReviewApp, makeDepositReview } from '#test/deposit-review.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'

let desk: DepositReviewApp
beforeAll(async () => {
  desk = await makeDepositReview()
})
afterEach(() => auditMoney(desk.ctx))
afterAll(() => desk.close())

const reverse = (id: bigint, body: unknown, { token }: TestUser = desk.admin) =>
  desk.call(reverseDeposit, { token, params: { id }, body })

async function openPaid(amount: number) {
  const user = await makeUser(desk.ctx)
  const reference = await desk.open(user.token, amount)
  await desk.sendWebhook(reference, 'paid')
  return { user, reference, id: (await desk.find(reference)).id }
}

test('records a reversal, with the reason in the audit log; a repeated one takes the amount once', async () => {
  const { user, id } = await openPaid(100)
  const body = { reversed: 40, expected_reversed: 0, reason: 'bank recalled it' }
  const answers = await Promise.all([reverse(id, body), reverse(id, body)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('63'))
  const done = answers.find(({ status }) => status === 200)
  expect(done?.body.deposit).toMatchObject({ reversed: usd('40'), user_owes: 0n })
  expect(await desk.recordsOf(id)).toMatchObject([
    {
      action: 'deposit.reverse',
      reason: 'bank recalled it',
      before: { reversed: '0' },
      after: { reversed: '4000000000' },
    },
  ])
})

test('a smaller total returns the difference, and a replayed webhook does not undo what staff decided', async () => {
  const { user, reference, id } = await openPaid(50)
  await desk.sendWebhook(reference, 'refund_paid')
  expect(await balanceOf(desk.ctx, user.id)).toBe(0n)
  expect((await reverse(id, { reversed: 0, reason: 'waived' })).status).toBe(200)
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('50'))
  await desk.sendWebhook(reference, 'refund_paid')
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('50'))
})

test('clearing and receivable of a deposit are together what it brought, once everything was collected or returned', async () => {
  const { user, id } = await openPaid(50)
  const sums = async () => {
    const { rows } = await desk.ctx.pool.query(
      `select case when from_account = 'customer' then to_account else from_account end as house,
        -sum(signed_amount)::bigint as sum from transactions where user_id = $1 and deposit_id = $2 group by house`,
      [user.id, id],
    )
    return Object.fromEntries(rows.map((row) => [row.house, BigInt(row.sum)]))
  }
  await postTransaction(desk.ctx.db, {
    userId: user.id,
    kind: postingKinds.deduction,
    amount: usd('40'),
    reason: 'Spent',
    actorId: desk.admin.id,
  })
  await reverse(id, { reversed: 50, reason: 'so' })
  // The rest is owed, and not in any account yet.
  expect(await sums()).toEqual({ 'clearing:cryptomus': usd('-40') })
  await desk.sendWebhook(await desk.open(user.token, 40), 'paid')
  expect(await sums()).toEqual({ 'clearing:cryptomus': usd('-40'), receivable: usd('40') })
  await reverse(id, { reversed: 0, reason: 'so' })
  expect(await sums()).toEqual({ 'clearing:cryptomus': usd('-40'), receivable: usd('-10') })
})

test('refuses more than was credited, less than zero, the same again, an uncredited deposit, and staff without permission', async () => {
  const { user, id } = await openPaid(20)
  const reason = 'so'
  const tooMuch = await reverse(id, { reversed: 20.01, reason })
  expect([tooMuch.status, tooMuch.body]).toMatchObject([422, { field_codes: { reversed: { max: 20 } } }])
  for (const body of [{ reversed: -1, reason }, { reversed: 1 }, { reason }, { reversed: 1, reason: '' }])
    expect((await reverse(id, body)).status).toBe(422)
  expect((await reverse(id, { reversed: 0, reason })).body).toMatchObject({
    details: { reason: 'reversed_already' },
  })
  const open = await desk.find(await desk.open(user.token, 20))
  expect((await reverse(open.id, { reversed: 1, reason })).body).toMatchObject({
    details: { reason: 'not_credited' },
  })
  const helper = await makeUser(desk.ctx, { role: 'admin', permissions: ['orders', 'support'] })
  expect((await reverse(id, { reversed: 1, reason }, helper)).status).toBe(403)
  expect((await reverse(id, { reversed: 1, reason }, user)).status).toBe(403)
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('20'))
})
