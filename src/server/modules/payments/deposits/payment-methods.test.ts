import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createPayment } from '#contract/payments/payments.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { defaultMethod } from '#contract/settings/payment-methods.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { makeUser, type TestUser, usd } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

// The operator's choices about a payment method, from the settings to the deposit.

let shop: PaymentsApp
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await makePaymentsApp()
  admin = await makeUser(shop.ctx, { role: 'admin' })
  customer = await makeUser(shop.ctx)
})
afterAll(() => shop.drop())
beforeEach(() => decide([]))

const plain = (id: string) => ({ ...defaultMethod(id), fee: { percent: 0, fixed: 0 } })
const decide = (payment_methods: unknown) =>
  shop.call(updateSettings, { token: admin.token, body: { payment_methods } })
const pay = (amount: number, { method = 'cryptomus', by = customer } = {}) =>
  shop.call(createPayment, { token: by.token, body: { amount, payment_method: method } })
const listed = async (language?: string, token?: string) =>
  (await shop.call(getConfig, { token, query: language === undefined ? {} : { language } })).body
    .payment_methods

test('customers see names, instructions, limits, fee and bonuses in their language and the order of the operator', async () => {
  const card = { ...plain('card'), is_on: false }
  const own = {
    ...plain('cryptomus'),
    name: { en: 'Tether', vi: 'Tether (USDT)' },
    instructions: { en: 'Send USDT.', ru: 'Отправьте USDT.' },
    min: 5,
    max: 200,
    fee: { percent: 2.5, fixed: 0.3 },
    bonuses: [{ from: 50, percent: 1 }],
  }
  const { status } = await decide([plain('payeer'), card, own])
  expect(status).toBe(200)
  await expect.poll(async () => (await listed()).map(({ id }) => id)).toEqual(['payeer', 'cryptomus'])
  const [, method] = await listed('ru')
  expect(method).toEqual({
    id: 'cryptomus',
    label: 'Tether',
    value: 'cryptomus',
    available: true,
    note: null,
    instructions: 'Отправьте USDT.',
    min: usd('5'),
    max: usd('200'),
    fee: { percent: 2.5, fixed: usd('0.3') },
    bonuses: [{ from: usd('50'), percent: 1 }],
    is_test: false,
  })
  expect((await listed('vi'))[1]).toMatchObject({ label: 'Tether (USDT)', instructions: 'Send USDT.' })
  // Both send the value that has these terms.
  expect((await listed())[0]).toMatchObject({ label: 'Payeer', min: usd('5'), bonuses: method?.bonuses })
})

test("a method's own limits replace the shop's, and refusals name them", async () => {
  await decide([{ ...plain('cryptomus'), min: 0.5, max: 20 }])
  expect((await pay(0.5)).status).toBe(200)
  expect((await pay(20)).status).toBe(200)
  const { status, body } = await pay(20.01)
  expect([status, body.fields]).toEqual([422, { amount: 'Amount must be between $0.50 and $20.00' }])
})

test("a method's own bonuses replace the shop's", async () => {
  await decide([{ ...plain('cryptomus'), bonuses: [{ from: 10, percent: 3 }] }])
  const { body } = await pay(100)
  const opened = await shop.ctx.db
    .selectFrom('deposits')
    .select('bonus')
    .where('reference', '=', body.order_id)
    .executeTakeFirstOrThrow()
  expect(opened.bonus).toBe(usd('3'))
})

test("a method that is off can't be used, and a value stays valid while another card sends it", async () => {
  const off = (id: string) => ({ ...plain(id), is_on: false })
  await decide([off('cryptomus')])
  expect((await pay(10)).status).toBe(200)
  await decide([off('cryptomus'), off('payeer')])
  expect((await pay(10)).body.code).toBe('payment_method_unavailable')
  await expect.poll(async () => (await listed()).map(({ id }) => id)).toEqual(['card'])
})

test('a method in test mode is listed and usable for staff only', async () => {
  await decide([{ ...plain('cryptomus'), is_test: true }])
  const seenBy = async (token?: string) =>
    (await listed(undefined, token)).map(({ id, is_test: isTest }) => `${id} ${isTest}`)
  await expect.poll(() => seenBy()).toEqual(['card false'])
  expect(await seenBy(customer.token)).toEqual(['card false'])
  expect(await seenBy('not.a.token')).toEqual(['card false'])
  expect(await seenBy(admin.token)).toEqual(['cryptomus true', 'card false', 'payeer true'])
  expect((await pay(10)).body.code).toBe('payment_method_unavailable')
  expect((await pay(10, { by: admin })).status).toBe(200)
})

test('settings of methods need the permission for money, and refuse what contradicts itself', async () => {
  const other = await makeUser(shop.ctx, { role: 'admin', permissions: ['settings'] })
  const body = { payment_methods: [plain('card')] }
  expect((await shop.call(updateSettings, { token: other.token, body })).body.code).toBe(
    'insufficient_permissions',
  )
  for (const [path, ...methods] of [
    ['payment_methods.0.max', { ...plain('card'), min: 5, max: 4 }],
    ['payment_methods', plain('card'), plain('card')],
    ['payment_methods.0.name', { ...plain('manual-bank'), instructions: 'Pay.' }],
    ['payment_methods.0.instructions', { ...plain('manual-bank'), name: 'Bank' }],
    ['payment_methods.0.fee.percent', { ...plain('card'), fee: { percent: 51, fixed: 0 } }],
    ['payment_methods.0.fee.fixed', { ...plain('card'), fee: { percent: 0, fixed: 0.001 } }],
    ['payment_methods.0.id', plain('no such id')],
  ] as const) {
    const { status, body: refused } = await decide(methods)
    expect([status, Object.keys(refused.fields)]).toEqual([422, [path]])
  }
})
