import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkGateway } from '#contract/payments/gateways.ts'
import { createPayment, getPaymentStatus } from '#contract/payments/payments.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { signWebhook } from '#sandbox/gateway/sign.ts'
import { type SandboxGateway, startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import { cryptomus } from '#server/integrations/gateways/cryptomus/cryptomus.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { proveSecretKey } from '#server/boot/prove-secret-key.ts'
import { gatewayEventQueue } from './work-gateway-events.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import type { Gateway } from '#server/integrations/gateways/gateway.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'

import { findAccountOf, findGatewayAccount } from './find-account.ts'
import { openFields } from './sealed-fields.ts'
import { deleteIdleAccounts } from './store-account.ts'

// Longer than most: an account from entry to deletion, together with the accounts that it replaced.

let gateway: SandboxGateway
let reach: Record<string, string>
let one: TestApp
let other: TestApp
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  gateway = await startSandboxGateway({ webhookRetryDelaysMs: [] })
  reach = {
    PUBLIC_URL: 'http://127.0.0.1:1',
    CRYPTOMUS_URL: gateway.url,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  }
  one = await makeTestApp({ env: reach })
  other = await one.another()
  admin = await makeUser(one.ctx, { role: 'admin' })
  customer = await makeUser(one.ctx)
})
afterAll(async () => {
  await closeOutboundPools()
  await one.drop()
  await gateway.stop()
})
beforeEach(() => put({ ...named(null) }))

const named = (merchant: string | null, isOn = true) => ({
  gateways: { cryptomus: { is_on: isOn, merchant } },
})
const put = (body: unknown) => one.call(updateSettings, { token: admin.token, body })
const enter = () => put({ ...named(gateway.merchant), cryptomus_key: gateway.key })
const replace = () => put({ ...named('another-merchant'), cryptomus_key: 'another-key' })
const pay = (app = one) =>
  app.call(createPayment, { token: customer.token, body: { amount: 10, payment_method: 'cryptomus' } })
const isOffered = async (app: TestApp) =>
  (await app.call(getConfig)).body.payment_methods.some(({ available }) => available)
const codes = async (app = one) => {
  const { body } = await app.call(checkGateway, { token: admin.token, params: { gateway: 'cryptomus' } })
  return body.lines.map(({ code }) => code)
}
const move = (reference: string, status: string) => control(gateway.url, `invoices/${reference}`, { status })
const work = () => gatewayEventQueue.workDue(one.ctx)
async function send(reference: string, key: string): Promise<number> {
  const events = { type: 'payment', order_id: reference, amount: '10.00', status: 'paid', currency: 'USD' }
  const { status } = await fetch(`${one.url}/api/payment/webhook/cryptomus`, {
    method: 'POST',
    body: signWebhook(events, key),
  })
  return status
}
function gatewayOf(id: string): Gateway {
  const found = one.ctx.gateways.get(id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}
async function openElsewhere(): Promise<string> {
  expect((await pay()).body.code).toBe('gateway_failed')
  const { reference } = await one.ctx.db
    .selectFrom('deposits')
    .select('reference')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return reference
}

test('a new account is used by every process at once, and offered as soon as the event arrives', async () => {
  expect([await isOffered(other), (await pay(other)).body.code]).toEqual([
    false,
    'payment_method_unavailable',
  ])
  expect(await codes()).toEqual(['not_set_up'])
  const { status, body } = await enter()
  expect([status, body.settings.gateways.cryptomus, body.has_cryptomus_key]).toEqual([
    200,
    { is_on: true, merchant: gateway.merchant },
    true,
  ])
  const { settings, has_cryptomus_key: hasKey } = (await put({ gateways: {} })).body
  expect([settings.gateways.cryptomus.merchant, hasKey]).toEqual([gateway.merchant, true])
  expect((await pay(other)).status).toBe(200)
  await expect.poll(() => isOffered(other), { timeout: 10_000 }).toBe(true)
  expect(await codes(other)).toEqual(expect.arrayContaining(['key_good', 'way_good']))
})

test('optional fields may be left out, and what is required may not', async () => {
  const payeer = { is_on: true, shop: '123' }
  expect((await put({ gateways: { payeer } })).body.fields).toHaveProperty('payeer_key')
  expect(
    (await put({ gateways: { payeer: { ...payeer, shop: null, api_id: '7' } }, payeer_key: 'k' })).status,
  ).toBe(422)
  const { status, body } = await put({ gateways: { payeer }, payeer_key: 'a-key' })
  expect([status, body.has_payeer_key, body.has_payeer_api_pass]).toEqual([200, true, false])
  const found = await findGatewayAccount(one.ctx, gatewayOf('payeer'))
  expect(found?.fields).toEqual({ shop: '123', key: 'a-key', account: '', api_id: '', api_pass: '' })
  await put({ gateways: { payeer: { is_on: false, shop: null } }, payeer_key: null })
})

test("an account on the operator's own server is called there, and another address needs the secrets again", async () => {
  const at = (url: string | null) => ({
    gateways: { btcpay: { is_on: true, url, store: url && 'SandboxStore' } },
  })
  const own = gateway.others.find(({ speaks }) => speaks === 'btcpay')
  if (own?.speaks !== 'btcpay') throw new Error('the sandbox speaks it')
  const secrets = { btcpay_key: own.key, btcpay_webhook_secret: own.webhook_secret }
  expect((await put({ ...at(`${gateway.url}/`), ...secrets })).status).toBe(200)
  expect((await findGatewayAccount(one.ctx, gatewayOf('btcpay')))?.url).toBe(gateway.url)
  const { body } = await one.call(createPayment, {
    token: customer.token,
    body: { amount: 10, payment_method: 'btcpay' },
  })
  expect(body.payment_url).toContain(`${gateway.url}/checkout/`)
  const elsewhere = await put(at('http://127.0.0.1:9'))
  expect(elsewhere.body.fields).toHaveProperty('btcpay_key')
  await put({ ...at(null), btcpay_key: null, btcpay_webhook_secret: null })
})

test('a gateway that is turned off accepts no new payment, and earlier deposits are still credited', async () => {
  await enter()
  const { order_id: reference } = (await pay()).body
  await put(named(gateway.merchant, false))
  expect((await pay(other)).body.code).toBe('payment_method_unavailable')
  await expect.poll(() => isOffered(other), { timeout: 10_000 }).toBe(false)
  expect(await codes()).toEqual(expect.arrayContaining(['key_good']))
  await move(reference, 'paid')
  expect(await send(reference, gateway.key)).toBe(200)
  const before = await balanceOf(one.ctx, customer.id)
  await work()
  expect((await balanceOf(one.ctx, customer.id)) - before).toBe(usd('10'))
})

test('a replaced account verifies and answers for its own deposits, and for nothing else', async () => {
  await enter()
  const { order_id: reference } = (await pay()).body
  const { order_id: unpaid } = (await pay()).body
  await replace()
  const elsewhere = await openElsewhere()
  await move(reference, 'paid')
  expect(await send(reference, gateway.key)).toBe(200)
  expect(await send(elsewhere, gateway.key)).toBe(401)
  expect(await send('of-nobody', gateway.key)).toBe(401)
  expect(await send(reference, 'some-key')).toBe(401)
  const before = await balanceOf(one.ctx, customer.id)
  await work()
  expect((await balanceOf(one.ctx, customer.id)) - before).toBe(usd('10'))
  await move(unpaid, 'paid')
  const params = { order_id: unpaid }
  expect((await other.call(getPaymentStatus, { token: customer.token, params })).body.status).toBe('paid')
})

test('a key changed at the gateway is used for earlier deposits too', async () => {
  await put({ ...named(gateway.merchant), cryptomus_key: 'the-key-of-before' })
  const reference = await openElsewhere()
  await enter()
  expect(await send(reference, 'the-key-of-before')).toBe(200)
  expect(await send(reference, gateway.key)).toBe(200)
  const { body } = await one.call(getPaymentStatus, {
    token: customer.token,
    params: { order_id: reference },
  })
  // The gateway was called with an accepted key, and has no such invoice.
  expect(body.status).toBe('pending')
  const { rows } = await one.ctx.pool.query('select answered_at from deposits where reference = $1', [
    reference,
  ])
  expect(rows).toEqual([{ answered_at: expect.any(Date) }])
})

test('the key of a replaced account stays encrypted while a deposit needs it, and is deleted half a year later', async () => {
  await one.ctx.pool.query(
    `update deposits set due_at = null, status = 'canceled' where status <> 'completed'`,
  )
  await enter()
  const { order_id: reference } = (await pay()).body
  await replace()
  const at = (days: number) => ({ ...one.ctx, clock: () => new Date(Date.now() + days * 86_400_000) })
  const merchants = async () => {
    const { rows } = await one.ctx.pool.query<{ fields_ciphertext: Buffer }>('select * from gateway_accounts')
    return rows.map((row) => openFields(one.ctx.secrets, cryptomus.data, row.fields_ciphertext)['merchant'])
  }
  await deleteIdleAccounts(at(0))
  await deleteIdleAccounts(at(200))
  expect(await merchants()).toContain(gateway.merchant)
  await one.ctx.pool.query(
    `update deposits set due_at = null, status = 'review', review_code = 'refunded', review_details = '{}' where reference = $1`,
    [reference],
  )
  await deleteIdleAccounts(at(400))
  await deleteIdleAccounts(at(500))
  expect(await merchants()).toContain(gateway.merchant)
  await one.ctx.pool.query(`update deposits set status = 'canceled' where reference = $1`, [reference])
  await deleteIdleAccounts(at(500))
  await deleteIdleAccounts(at(679))
  expect(await merchants()).toContain(gateway.merchant)
  await deleteIdleAccounts(at(681))
  expect(await merchants()).not.toContain(gateway.merchant)
})

test('another merchant needs its key again, which is replaced with it, and never returned', async () => {
  expect((await put({ cryptomus_key: 'a-key' })).body.fields).toEqual({
    'gateways.cryptomus.merchant': 'Please fill in this field',
  })
  const again = { cryptomus_key: 'Please enter the payment key of this merchant' }
  expect((await put(named('m'))).body.fields).toEqual(again)
  await put({ ...named('m'), cryptomus_key: 'a-very-secret-key' })
  expect((await put(named('n'))).body.fields).toEqual(again)
  expect((await put({ cryptomus_key: null })).body.fields).toEqual(again)
  expect((await put(named('m', false))).status).toBe(200)
  const visible = JSON.stringify([
    (await one.call(getSettings, { token: admin.token })).json,
    (await one.call(getConfig)).json,
    (await one.ctx.pool.query('select audit_log::text from audit_log')).rows,
    (await one.ctx.pool.query('select encode(sealed, $1) as sealed from settings_secrets', ['escape'])).rows,
  ])
  expect(visible).not.toContain('a-very-secret-key')
  expect((await one.call(getConfig)).json).not.toHaveProperty('gateways')
  expect((await put(named(null))).body.has_cryptomus_key).toBe(false)
})

test("without an account of the operator the environment's is used, and its deposits are polled there", async () => {
  const env = {
    ...reach,
    CRYPTOMUS_MERCHANT: gateway.merchant,
    CRYPTOMUS_KEY: gateway.key,
  }
  const started = await one.another({ databaseUrl: one.database.url, env })
  expect(await isOffered(started)).toBe(true)
  const { order_id: reference } = (await pay(started)).body
  await put(named(null, false))
  expect((await pay(started)).body.code).toBe('payment_method_unavailable')
  await move(reference, 'paid')
  // This process has no such environment.
  const params = { order_id: reference }
  expect((await one.call(getPaymentStatus, { token: customer.token, params })).body.status).toBe('paid')
})

test('with a new SECRET_KEY the stored accounts decrypt', async () => {
  await enter()
  await pay()
  await replace()
  const { secretKey } = one.ctx.config
  const fresh = 'another secret key, of no use elsewhere either'
  await proveSecretKey({ secretKey }, one.database.pool)
  await proveSecretKey({ secretKey: fresh, secretKeyPrevious: secretKey }, one.database.pool)
  const env = { ...reach, SECRET_KEY: fresh }
  const { ctx } = await one.another({ databaseUrl: one.database.url, env })
  const [{ id }] = (
    await ctx.pool.query('select max(gateway_account) as id from deposits where gateway_account is not null')
  ).rows
  expect(
    (await findAccountOf(ctx, { gateway: 'cryptomus', gateway_account: id }))?.account.fields['key'],
  ).toBe(gateway.key)
  expect((await findGatewayAccount(ctx, cryptomus))?.fields['key']).toBe('another-key')
  await proveSecretKey({ secretKey, secretKeyPrevious: fresh }, one.database.pool)
})
