import { afterAll, beforeAll, expect, test } from 'vitest'

import { enterDeposit, listAdminDeposits } from '#contract/payments/admin-deposits.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import { listAdminTransactions } from '#contract/ledger/admin-transactions.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeUser, type TestUser } from '#test/factories.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

const enter = (body: Record<string, unknown>, by = admin) =>
  app.call(enterDeposit, { token: by.token, body: { reason: 'By bank', ...body } })

test('an external payment is one completed deposit and one ledger row, and its customer is notified', async () => {
  const user = await makeUser(app.ctx, { balance: '1' })
  const answer = await enter({ user: user.email.toUpperCase(), amount: 250.5, reference: 'BANK 2026/77' })
  expect([answer.status, answer.json['deposit']]).toEqual([
    201,
    expect.objectContaining({ user_id: user.id, amount: 250.5, bonus: 0, status: 'completed' }),
  ])
  expect(await balanceOf(app.ctx, user.id)).toBe(25_150_000_000n)
  const { body } = await app.call(listTransactions, { token: user.token, query: { type: 'deposit' } })
  expect(body.transactions).toEqual([
    expect.objectContaining({
      id: answer.body.deposit.id,
      status: 'completed',
      amount: 25_050_000_000n,
      description: 'Deposit by transfer, reference BANK 2026/77',
      reference_id: 'BANK 2026/77',
      payment_method: 'manual',
    }),
  ])
  const told = await app.call(listNotifications, { token: user.token })
  expect(told.body.map(({ message }) => message).join()).toContain('$250.50')
  const query = { search: 'BANK 2026/77' }
  const found = await app.call(listAdminTransactions, { token: admin.token, query })
  expect(found.body.transactions.map(({ user_id: id }) => id)).toEqual([user.id])
  await auditMoney(app.ctx)
})

test('finds the customer by user name, in any case', async () => {
  const user = await makeUser(app.ctx)
  await app.ctx.db.updateTable('users').set({ username: 'Ann.B-7' }).where('id', '=', user.id).execute()
  expect((await enter({ user: 'ann.b-7', amount: 3, reference: 'BY NAME' })).status).toBe(201)
  expect(await balanceOf(app.ctx, user.id)).toBe(300_000_000n)
})

test('a reference is entered once, also by many at once and for another customer, and the others learn which deposit it is', async () => {
  const [user, other] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const ids = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? user.id : other.id))
  const answers = await Promise.all(ids.map((id) => enter({ user: `#${id}`, amount: 10, reference: 'ONCE' })))
  const [entered] = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409)
  expect([answers.length - refused.length, refused.length]).toEqual([1, 7])
  const details = { reason: 'reference_entered', deposit_id: entered?.body.deposit.id }
  for (const { json } of refused) expect(json).toMatchObject({ code: 'state_conflict', details })
  expect((await balanceOf(app.ctx, user.id)) + (await balanceOf(app.ctx, other.id))).toBe(1_000_000_000n)
  for (const again of ['once', 'On Ce'])
    expect((await enter({ user: `#${user.id}`, amount: 10, reference: again })).json).toMatchObject({
      details,
    })
  const { body } = await app.call(listAdminDeposits, { token: admin.token })
  expect(body.deposits.filter(({ order_id: reference }) => reference.endsWith('ONCE'))).toHaveLength(1)
  await auditMoney(app.ctx)
})

test('is refused without a customer, an amount, a reference, a reason, or the permission', async () => {
  const user = await makeUser(app.ctx)
  const whole = { user: String(user.id), amount: 10, reference: 'R' }
  expect((await enter({ ...whole, user: '987654' })).status).toBe(404)
  expect((await enter({ ...whole, user: 'nobody@example.com' })).status).toBe(404)
  for (const odd of [
    { amount: 0 },
    { amount: -1 },
    { amount: 10_000_000 },
    { reference: ' ' },
    { reason: '' },
  ])
    expect((await enter({ ...whole, ...odd })).status).toBe(422)
  const clerk = await makeUser(app.ctx, { role: 'admin', permissions: ['users', 'support'] })
  expect((await enter(whole, clerk)).status).toBe(403)
  // A refusal leaves the reference free.
  expect((await enter(whole)).status).toBe(201)
})
