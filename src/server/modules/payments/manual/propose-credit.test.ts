import { afterAll, beforeAll, expect, test } from 'vitest'

import { getStaffAction, listStaffActions } from '#contract/audit-log/audit-log.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import { cancelManualPayment } from '#contract/payments/manual-payments.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeManualShop, manualMethod, type ManualShop } from '#test/manual-payments.ts'

// A credit above the limit: proposed by one staff member, approved or rejected by another.

let shop: ManualShop
beforeAll(async () => {
  shop = await makeManualShop([manualMethod('manual-wise', { approval_above: 100 })])
})
afterAll(() => shop.close())

/** What the audit log stores about a deposit's credit, proposed or not. */
const actionsOf = async (id: bigint) => {
  const { token } = shop.admin
  const query = { subject: 'deposit', subject_id: String(id) }
  const { body } = await shop.call(listStaffActions, { token, query })
  const whole = await Promise.all(
    body.actions.toReversed().map(({ number }) => shop.call(getStaffAction, { token, params: { number } })),
  )
  return whole.map(({ body: { action } }) => {
    const said = action.changes.filter(({ field }) => /^(?:proposed|reference|credited)/.test(field))
    const changes = said.map(({ field, before, after }) => [field, [before, after]])
    return [action.action, action.actor.id, Object.fromEntries(changes)]
  })
}
const messagesOf = async ({ token }: TestUser) =>
  (await shop.call(listNotifications, { token })).body.map(({ message }) => message)

test('above the limit a credit is proposed, and another staff member approves it', async () => {
  const { user, id } = await shop.openSent(500, 'LARGE', 'manual-wise')
  const proposed = await shop.credit(id, { amount: 100.01, reason: 'Seen at the bank' })
  expect(proposed.body.deposit).toMatchObject({ status: 'review', review_code: 'approval_needed' })
  expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  expect(await messagesOf(shop.second)).toContain(
    `Deposit #${id}: a credit of $100.01 needs the approval of another staff member`,
  )
  expect((await shop.readTransfer(id)).proposal).toEqual({
    amount: usd('100.01'),
    reference: 'LARGE',
    reason: 'Seen at the bank',
    staff_id: shop.admin.id,
    staff_name: expect.any(String),
    proposed_at: expect.any(Date),
    is_own: true,
  })
  for (const amount of [100.01, 5])
    expect((await shop.credit(id, { amount, reason: 'so' }, shop.second)).json['details']).toEqual({
      reason: 'proposed_already',
    })
  expect((await shop.approve(id, { expected_amount: 100 }, shop.second)).json['details']).toEqual({
    reason: 'proposal_changed',
  })
  const approved = await shop.approve(id, { expected_amount: 100.01 }, shop.second)
  expect(approved.body.deposit).toMatchObject({ status: 'completed', credited_amount: usd('100.01') })
  expect(await balanceOf(shop.ctx, user.id)).toBeGreaterThan(usd('100'))
  const [amount, reference] = [{ money: usd('100.01') }, { text: 'LARGE' }]
  expect(await actionsOf(id)).toEqual([
    ['deposit.propose', shop.admin.id, { proposed_amount: [null, amount], reference: [null, reference] }],
    [
      'deposit.approve',
      shop.second.id,
      {
        proposed_amount: [amount, null],
        proposed_by: [{ number: shop.admin.id }, null],
        credited_amount: [null, amount],
        reference: [null, reference],
      },
    ],
  ])
  expect((await shop.readTransfer(id)).proposal).toBeNull()
  // At the limit no approval is needed.
  const small = await shop.openSent(100, 'SMALL', 'manual-wise')
  expect((await shop.credit(small.id, { amount: 100, reason: 'so' })).body.deposit.status).toBe('completed')
})

test("the proposer of a credit can't approve it, and the database refuses it too", async () => {
  const { user, id } = await shop.openSent(500, 'OWN', 'manual-wise')
  await shop.credit(id, { amount: 500, reason: 'so' })
  const own = await shop.approve(id, { expected_amount: 500 })
  expect([own.status, own.json['details']]).toEqual([409, { reason: 'own_proposal' }])
  const write = shop.database.pool.query(
    'update transfers set approved_by = proposed_by where deposit_id = $1',
    [id],
  )
  await expect(write).rejects.toThrow('transfers_second_person')
  expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  // They can withdraw it.
  expect((await shop.reject(id, { reason: 'a mistake' })).body.deposit).toMatchObject({
    status: 'review',
    review_code: 'transfer_sent',
  })
  expect((await shop.approve(id, { expected_amount: 500 }, shop.second)).json['details']).toEqual({
    reason: 'nothing_proposed',
  })
})

test('approvals and rejections of many staff at once decide once', async () => {
  const third = await makeUser(shop.ctx, { role: 'admin', permissions: ['money'] })
  const { user, id } = await shop.openSent(500, 'MANY', 'manual-wise')
  await shop.credit(id, { amount: 500, reason: 'so' })
  const answers = await Promise.all([
    shop.approve(id, { expected_amount: 500 }, shop.second),
    shop.approve(id, { expected_amount: 500 }, third),
    shop.reject(id, { reason: 'no' }, third),
    shop.reject(id, { reason: 'no' }, shop.second),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const { status } = await shop.find((await orderOf(id)) ?? '')
  expect(await balanceOf(shop.ctx, user.id)).toBe(status === 'completed' ? usd('550') : 0n)
})

async function orderOf(id: bigint) {
  const row = await shop.ctx.db
    .selectFrom('deposits')
    .select('reference')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.reference
}

test('a credit above the limit is refused, with the reason, if nobody else could approve it', async () => {
  const alone = await makeManualShop([manualMethod('manual-bank', { approval_above: 50 })])
  await alone.ctx.db
    .updateTable('users')
    .set({ permissions: ['support'] })
    .where('id', '=', alone.second.id)
    .execute()
  await makeUser(alone.ctx, { role: 'admin', permissions: ['support'] })
  const { id } = await alone.openSent(60, 'ALONE')
  const refused = await alone.credit(id, { amount: 60, reason: 'so' })
  expect([refused.status, refused.json['details']]).toEqual([409, { reason: 'approver_missing', limit: 50 }])
  expect((await alone.credit(id, { amount: 50, reason: 'so' })).status).toBe(200)
  await alone.close()
})

test('a rejected or refused proposal stays in the audit log with its amount and reference', async () => {
  const { id } = await shop.openSent(500, 'SAID', 'manual-wise')
  const decided = [shop.reject, shop.refuse]
  for (const decide of decided) {
    await shop.credit(id, { amount: 400, reference: 'STATED', reason: 'so' })
    expect((await decide(id, { reason: 'no' }, shop.second)).status).toBe(200)
  }
  const [amount, reference] = [{ money: usd('400') }, { text: 'STATED' }]
  const dropped = {
    proposed_amount: [amount, null],
    proposed_by: [{ number: shop.admin.id }, null],
    reference: [reference, null],
  }
  expect((await actionsOf(id)).filter(([action]) => action !== 'deposit.propose')).toEqual([
    ['deposit.reject', shop.second.id, dropped],
    ['deposit.refuse', shop.second.id, dropped],
  ])
})

const cancel = (user: TestUser, orderId: string) =>
  shop.call(cancelManualPayment, { token: user.token, params: { order_id: orderId } })

test.each(['pending', 'canceled', 'sent', 'refused'])(
  'a rejected proposal leaves a payment as it was: %s',
  async (state) => {
    const reference = `BACK ${state}`
    const user = await makeUser(shop.ctx)
    const orderId = await shop.open(user, 500, 'manual-wise')
    const { id } = await shop.find(orderId)
    if (state === 'canceled') await cancel(user, orderId)
    if (state === 'sent' || state === 'refused') await shop.send(user, orderId, reference)
    if (state === 'refused') await shop.refuse(id, { reason: 'Not arrived' })
    const readAll = async () => [
      { ...(await shop.find(orderId)), updated_at: null },
      (await shop.read(user, orderId)).body.payment,
      await shop.readTransfer(id),
    ]
    const before = await readAll()
    expect((await shop.credit(id, { amount: 500, reference, reason: 'so' })).status).toBe(200)
    expect((await shop.read(user, orderId)).body.payment).toMatchObject({ stage: 'review', refusal: null })
    expect((await shop.reject(id, { reason: 'no' }, shop.second)).status).toBe(200)
    expect(await readAll()).toEqual(before)
  },
)

test('a payment that its customer sent while a credit was proposed is in review after the rejection', async () => {
  const user = await makeUser(shop.ctx)
  const orderId = await shop.open(user, 500, 'manual-wise')
  const { id } = await shop.find(orderId)
  await shop.credit(id, { amount: 500, reference: 'EARLY', reason: 'so' })
  expect((await shop.send(user, orderId, 'EARLY')).status).toBe(200)
  const { body } = await shop.reject(id, { reason: 'no' }, shop.second)
  expect(body.deposit).toMatchObject({ status: 'review', review_code: 'transfer_sent' })
  expect((await shop.find(orderId)).due_at).toBeNull()
})
