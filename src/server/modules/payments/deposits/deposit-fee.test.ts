import { afterAll, beforeAll, expect, test } from 'vitest'

import { creditDeposit } from '#contract/payments/admin-deposits.ts'
import { createPayment, getPaymentStatus, listDeposits } from '#contract/payments/payments.ts'
import { getReconciliation } from '#contract/reports/reconciliation.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { defaultMethod } from '#contract/settings/payment-methods.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

import { findDepositByReference } from './deposit-queries.ts'
import { pollDeposit } from './poll-deposit.ts'

// A payment method with a fee of 2.9 % and $0.30, from the invoice to the ledger and the gateway's day.

const FEE = { percent: 2.9, fixed: 0.3 }
let shop: PaymentsApp
let admin: TestUser
beforeAll(async () => {
  shop = await makePaymentsApp()
  admin = await makeUser(shop.ctx, { role: 'admin' })
  await decide(FEE)
})
afterAll(async () => {
  await auditMoney(shop.ctx)
  await shop.drop()
})

const decide = (fee: typeof FEE) =>
  shop.call(updateSettings, {
    token: admin.token,
    body: { payment_methods: [{ ...defaultMethod('cryptomus'), fee }] },
  })
const poll = async (reference: string, ctx = shop.ctx) => {
  const deposit = await findDepositByReference(ctx.db, { reference })
  if (deposit === undefined) throw new Error('the deposit was opened')
  return pollDeposit(ctx, deposit)
}
const linesOf = (reference: string) =>
  shop.ctx.db
    .selectFrom('transactions')
    .select(['type', 'from_account', 'to_account', 'amount'])
    .where('reference_id', '=', reference)
    .orderBy('seq')
    .execute()
const cleared = { type: 'deposit', from_account: 'clearing:cryptomus', to_account: 'customer' }
const fee = { type: 'deposit', from_account: 'customer', to_account: 'fee' }
const bonus = { type: 'bonus', from_account: 'bonus', to_account: 'customer' }

test('the customer pays the amount and the fee, and is credited the amount with its bonus, once, in two processes at once', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 100)
  const status = () =>
    shop
      .call(getPaymentStatus, { token: user.token, params: { order_id: reference } })
      .then(({ body }) => body)
  expect(await status()).toMatchObject({
    stage: 'unpaid',
    amount: usd('100'),
    fee: usd('3.2'),
    bonus: usd('5'),
  })
  await shop.move(reference, 'paid')
  const other = await shop.another()
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => poll(reference, at % 2 === 0 ? shop.ctx : other.ctx)),
  )
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('105'))
  expect(await linesOf(reference)).toEqual([
    { ...cleared, amount: usd('103.2') },
    { ...fee, amount: usd('3.2') },
    { ...bonus, amount: usd('5') },
  ])
  expect(await status()).toMatchObject({ status: 'paid', amount: usd('100'), fee: usd('3.2') })
  const { body } = await shop.call(listDeposits, { token: user.token })
  expect(body.deposits[0]).toMatchObject({ amount: usd('100'), fee: usd('3.2'), bonus: usd('5') })
})

test('the fee is the one of the time when the payment was opened, also for a repeated request', async () => {
  const user = await makeUser(shop.ctx)
  const open = () =>
    shop.call(createPayment, {
      token: user.token,
      body: { amount: 20, payment_method: 'cryptomus' },
      headers: { 'idempotency-key': 'one' },
    })
  const { body: first } = await open()
  try {
    await decide({ percent: 50, fixed: 0 })
    expect((await open()).body).toEqual(first)
    await shop.move(first.order_id, 'paid')
    await poll(first.order_id)
    expect(await balanceOf(shop.ctx, user.id)).toBe(usd('20'))
    expect(await linesOf(first.order_id)).toEqual([
      { ...cleared, amount: usd('20.88') },
      { ...fee, amount: usd('0.88') },
    ])
  } finally {
    await decide(FEE)
  }
})

test('writes the deposit, its fee and its bonus, or nothing', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 100)
  await shop.move(reference, 'paid')
  // As if the process had died between the fee and the bonus.
  await shop.database.pool.query(`
    create function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$;
    create trigger die before insert on transactions for each row when (new.from_account = 'bonus') execute function die()`)
  try {
    await expect(poll(reference)).rejects.toThrow('died')
    expect([await balanceOf(shop.ctx, user.id), await linesOf(reference)]).toEqual([0n, []])
  } finally {
    await shop.database.pool.query('drop trigger die on transactions')
  }
  await poll(reference)
  await poll(reference)
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('105'))
  expect(await linesOf(reference)).toHaveLength(3)
})

test('too little for amount and fee together goes to review, and staff who credit a part charge its part of the fee', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 100)
  // Enough for the amount, but less than 95 % of the invoice.
  await shop.move(reference, 'wrong_amount', '51.60')
  await poll(reference)
  expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  const deposit = await findDepositByReference(shop.ctx.db, { reference })
  const credit = () =>
    shop.call(creditDeposit, {
      token: admin.token,
      params: { id: Number(deposit?.id) },
      body: { reason: 'Half of it arrived', amount: 51.6 },
    })
  const answers = await Promise.all([credit(), credit()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 200)?.body.deposit).toMatchObject({
    amount: usd('103.2'),
    credited_amount: usd('51.6'),
    fee: usd('1.6'),
    bonus: usd('0'),
  })
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('50'))
  expect(await linesOf(reference)).toEqual([
    { ...cleared, amount: usd('51.6') },
    { ...fee, amount: usd('1.6') },
  ])
})

test("the gateway's day closes to the unit", async () => {
  const { body } = await shop.call(getReconciliation, {
    token: admin.token,
    query: { day: new Date().toISOString().slice(0, 10) },
  })
  const [day] = body.gateways
  expect(day).toMatchObject({ gateway: 'cryptomus', differences: 0, named: [] })
  const { rows } = await shop.database.pool.query(
    `select sum(amount) as credited from transactions where from_account = 'clearing:cryptomus'`,
  )
  expect([day?.confirmed, day?.credited]).toEqual([day?.credited, BigInt(rows[0].credited)])
})
