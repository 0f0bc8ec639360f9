import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { createPayment, getPaymentStatus } from '#contract/payments/payments.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { login, register } from '#contract/users/auth.ts'
import { logout, refreshToken } from '#contract/users/signed-in.ts'
import { createApiKey } from '#server/modules/users/api-keys/manage-keys.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { registerSandboxMailbox } from '#server/modules/messaging/emails/find-mail-server.ts'
import { emailQueue } from '#server/modules/messaging/emails/send-emails.ts'
import { depositQueue } from '#server/modules/payments/deposits/poll-deposit.ts'
import { queueEmail } from '#server/modules/messaging/emails/queue-email.ts'
import { startWorker } from '#server/worker.ts'
import { startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import type { TestApp } from '#test/app.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'
import { makeReseller } from '#test/reseller-client.ts'

import { fenceRestored } from './fence-restored.ts'

// `before` prepares everything that must not happen, fenced like the end of a restore; `app` tries it.

const password = 'a long enough passphrase 7'
let before: PaymentsApp
let app: TestApp
let panel: TestPanel
let mailbox: Awaited<ReturnType<typeof startSandboxMailbox>>
let worker: { stop(): Promise<void> }
let customer: TestUser
let owner: TestUser
let service: { id: number }
let keys: { customer: string; staff: string }
let deposit: string
let restored: { lastOrder: number }

beforeAll(async () => {
  before = await makePaymentsApp()
  const { ctx } = before
  panel = await startPanel(ctx)
  mailbox = await startSandboxMailbox()
  await registerSandboxMailbox(ctx, { port: mailbox.smtpPort, url: mailbox.url })
  customer = await makeUser(ctx, { balance: '100' })
  owner = await makeUser(ctx, { role: 'admin' })
  service = await makeService(ctx, { supply: { providerId: panel.provider.id, service: '1' } })
  const { body } = await order(before)
  const named = { address: '127.0.0.1', name: 'A key' }
  keys = {
    customer: await createApiKey(ctx, { ...named, userId: customer.id, scopes: ['read', 'order'] }),
    staff: await createApiKey(ctx, {
      ...named,
      userId: owner.id,
      scopes: ['payments'],
      daily_limit: usd('1000'),
    }),
  }
  deposit = await before.open(customer.token, 20)
  await before.move(deposit, 'paid')
  const email = { userId: customer.id, receiver: customer.email, event: 'before:1', details: {} }
  await transact(ctx, (tx, publish) => queueEmail(tx, publish, { ...email, kind: 'password_changed' }))
  restored = { lastOrder: body.order.id }
  await fenceRestored(before.database.pool, { archiveId: 'a', takenAt: new Date(Date.now() - 3_600_000) })
  app = await before.another()
  worker = startWorker(app.ctx)
})
afterAll(async () => {
  await worker.stop()
  await panel.stop()
  await mailbox.stop()
  await before.gateway.stop()
  await before.drop()
})

const order = (at: TestApp, token = customer.token) =>
  at.call(createOrder, {
    token,
    body: { service_id: service.id, link: 'https://example.com/a', quantity: 100 },
  })
const keyOfDeposit = async () => {
  const { rows } = await app.ctx.pool.query('select user_id, id from deposits where reference = $1', [
    deposit,
  ])
  return Object.values(rows[0])
}
const emails = async () => (await (await fetch(`${mailbox.url}/sandbox/emails`)).json()) as unknown[] // the mailbox's own shape

test('every id sequence has jumped ahead', async () => {
  const { rows } = await before.database.pool.query<{ last: bigint }>(
    'select last_value as last from pg_sequences where schemaname = current_schema()',
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ last }) => last === null || last < 100_000n)).toEqual([])
})

test('customers can read, and their changes are refused as in maintenance', async () => {
  expect((await app.call(listOrders, { token: customer.token })).body.orders).toHaveLength(1)
  expect((await app.call(getConfig)).body.maintenance.is_on).toBe(true)
  const refused = await order(app)
  expect(refused).toMatchObject({ status: 503, body: { code: 'maintenance' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const body = { amount: 10, payment_method: 'cryptomus' }
  expect((await app.call(createPayment, { token: customer.token, body })).body.code).toBe('maintenance')
  const visitor = { name: 'V', email: 'v@example.com', password }
  expect((await app.call(register, { body: visitor })).body.code).toBe('maintenance')
})

test('staff can read and sign in and out, and every change gets the same refusal', async () => {
  const { token } = owner
  const refusal = { status: 503, body: { code: 'fenced' } }
  expect(await app.call(updateSettings, { token, body: {} })).toMatchObject(refusal)
  // Staff can also order, and the order would be sent.
  expect(await order(app, token)).toMatchObject(refusal)
  const { status, body } = await app.call(refreshToken, { token })
  expect(status).toBe(200)
  expect((await app.call(logout, { token: body.token })).status).toBe(204)
  const wrong = { email: 'nobody@example.com', password }
  expect((await app.call(login, { body: wrong })).body.code).toBe('invalid_credentials')
})

test('resellers get a 503 without a body for every action, also for reading', async () => {
  const call = makeReseller(app, keys.customer)
  for (const action of ['add', 'status', 'balance', 'services']) {
    const { status, text, headers } = await call(action, { service: service.id, order: restored.lastOrder })
    expect([action, status, text]).toEqual([action, 503, ''])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const reading = await app.call(listOrders, { token: keys.customer })
  expect(reading).toMatchObject({ status: 503, body: { code: 'maintenance' } })
})

test("the operator's script credits nothing", async () => {
  const balance = await balanceOf(app.ctx, customer.id)
  const answer = await fetch(`${app.url}/adminapi/v2/payments/add`, {
    method: 'POST',
    headers: { 'x-api-key': keys.staff, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: customer.id, amount: 5, method: 'Bank', memo: 'Transfer 123456' }),
  })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ data: null, error_message: expect.stringMatching(/restored/) })
  expect(await balanceOf(app.ctx, customer.id)).toBe(balance)
  const search = new URL(`/adminapi/v2/users?email=${encodeURIComponent(customer.email)}`, app.url)
  const found = await fetch(search, { headers: { 'x-api-key': keys.staff } })
  expect(found.status).toBe(503)
})

test('a webhook is refused so that its gateway repeats it, and reading a deposit does not ask for it', async () => {
  const webhook = await fetch(`${app.url}/api/payment/webhook/cryptomus`, { method: 'POST', body: '{}' })
  expect(webhook.status).toBe(503)
  const params = { order_id: deposit }
  const { body } = await app.call(getPaymentStatus, { token: customer.token, params })
  expect(body.status).toBe('pending')
  expect(await before.calls('info')).toBe(0)
})

test('nothing is sent, emailed or credited until it is resumed, and then it all is, without a restart', async () => {
  const { pool } = before.database
  await pool.query(`update emails set due_at = now() - interval '1 minute'`)
  await pool.query(`update deposits set due_at = now() - interval '1 minute'`)
  // What a call would process immediately.
  expect(await emailQueue.workDue(app.ctx)).toBe(0)
  expect(await depositQueue.workOne(app.ctx, await keyOfDeposit())).toBe(false)
  await sleep(2_500)
  expect(await panel.adds()).toEqual([])
  expect(await emails()).toEqual([])
  expect(await before.calls('info')).toBe(0)

  // Without an event, as for a process that missed it.
  await pool.query('update restorations set resumed_at = now()')
  await expect.poll(() => panel.adds(), { timeout: 15_000 }).toHaveLength(1)
  await expect.poll(emails, { timeout: 15_000 }).not.toEqual([])
  await expect.poll(() => before.calls('info'), { timeout: 15_000 }).toBeGreaterThan(0)
  expect((await app.call(getConfig)).body.maintenance.is_on).toBe(false)
  expect((await order(app)).status).toBe(201)
})
