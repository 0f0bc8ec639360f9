import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { listServices } from '#contract/catalogue/catalogue.ts'
import { checkGateway } from '#contract/payments/gateways.ts'
import { fetchServices, importServices } from '#contract/catalogue/imports.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { cancelOrder, getOrder, refillOrder } from '#contract/orders/orders.ts'
import { createPayment, getPaymentStatus } from '#contract/payments/payments.ts'
import { checkProvider, createProvider } from '#contract/providers/providers.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxGateway, startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'

import { makeTestApp } from './app.ts'
import { makeUser } from './factories.ts'

/** A provider and a gateway on loopback that the product doesn't know as its sandbox. */
let provider: SandboxProvider
let gateway: SandboxGateway

beforeAll(async () => {
  provider = await startSandboxProvider({ catalogueSize: 120 })
  gateway = await startSandboxGateway()
})
afterAll(async () => {
  await provider.stop()
  await gateway.stop()
})

async function makeProduct(networks: string) {
  const app = await makeTestApp({
    worker: true,
    env: {
      ALLOW_PRIVATE_ADDRESSES: networks,
      CRYPTOMUS_URL: gateway.url,
      CRYPTOMUS_MERCHANT: gateway.merchant,
      CRYPTOMUS_KEY: gateway.key,
    },
  })
  onTestFinished(() => app.drop())
  const { token } = await makeUser(app.ctx, { role: 'admin', balance: '100' })
  const enter = () =>
    app.call(createProvider, {
      token,
      body: { slug: 'near', name: 'Near', api_url: provider.url, key: provider.key },
    })
  const look = () => app.call(fetchServices, { token, body: { provider: `${provider.url}/list` } })
  const pay = () => app.call(createPayment, { token, body: { amount: 10, payment_method: 'cryptomus' } })
  return { app, token, enter, look, pay }
}

test.each(['', '10.0.0.0/8'])(
  'with the networks "%s" nothing on loopback is called: no provider, no list, no gateway',
  async (networks) => {
    const { enter, look, pay } = await makeProduct(networks)
    const before = await countCalls()
    expect(await enter()).toMatchObject({ status: 422, body: { code: 'url_refused' } })
    expect(await look()).toMatchObject({ status: 422, body: { code: 'url_refused' } })
    expect((await pay()).status).toBe(503)
    expect(await countCalls()).toEqual(before)
  },
)

test('with its network allowed a provider is imported from and ordered at, a list is fetched, a gateway used', async () => {
  const { app, token, enter, look, pay } = await makeProduct('192.168.0.0/16, 127.0.0.0/8')
  expect((await enter()).status).toBe(201)
  expect((await look()).body.code).toBe('provider_failed') // it was reached, and has no list under that path
  expect((await pay()).body.payment_url).toContain(gateway.url)

  const list = await app.call(fetchServices, { token, body: { provider: 'near' } })
  const plain = list.body.data.find(({ type }) => type === 'Default')
  if (plain === undefined) throw new Error('the list has no plain service')
  const serviceIds = [plain.service]
  await app.call(importServices, { token, body: { provider: 'near', serviceIds } })
  const [service] = (await app.call(listServices)).body
  const link = 'https://example.com/near'
  const order = { service_id: service?.id, link, quantity: service?.min }
  expect((await app.call(createOrder, { token, body: order })).status).toBe(201)
  const taken = async () => (await control(provider.url, 'calls?action=add')).body
  await expect.poll(taken, { timeout: 10_000 }).toMatchObject([{ link }])
})

test('every call goes there: the test, the import, the order, its status, its refill and its cancel', async () => {
  const { app, token, enter } = await makeProduct('127.0.0.0/8')
  const { id } = (await enter()).body.provider
  await control(provider.url, 'speed', { factor: 1_000 })
  const checked = await app.call(checkProvider, { token, params: { id } })
  expect(checked.body.lines.filter(({ state }) => state === 'bad')).toEqual([])
  expect(checked.body.lines.map(({ code }) => code)).toContain('status_many')

  const offered = (await app.call(fetchServices, { token, body: { provider: 'near' } })).body.data
  const plain = offered.filter(({ type, refill, cancel }) => type === 'Default' && refill && cancel)
  const serviceIds = plain.map(({ service }) => service)
  await app.call(importServices, { token, body: { provider: 'near', serviceIds } })
  const [service] = (await app.call(listServices)).body
  const place = async (link: string) => {
    const body = { service_id: service?.id, link, quantity: service?.min }
    return (await app.call(createOrder, { token, body })).body.order.id
  }
  const statusOf = async (order: number) =>
    (await app.call(getOrder, { token, params: { id: order } })).body.order.status
  const first = await place('https://example.com/first')
  await expect.poll(() => statusOf(first), { timeout: 30_000 }).toBe('COMPLETED')
  expect((await app.call(refillOrder, { token, params: { id: first } })).status).toBeLessThan(300)
  await expect.poll(() => arrivalsOf('refill'), { timeout: 30_000 }).toBeGreaterThan(0)
  await expect.poll(() => arrivalsOf('refill_status'), { timeout: 30_000 }).toBeGreaterThan(0)

  await control(provider.url, 'speed', { factor: 0 })
  const second = await place('https://example.com/second')
  const isTaken = async () =>
    ((await control(provider.url, 'calls?action=add')).body as { link: string }[]) // lists, by README
      .some(({ link }) => link.endsWith('/second'))
  await expect.poll(isTaken, { timeout: 30_000 }).toBe(true)
  const cancel = () => app.call(cancelOrder, { token, params: { id: second } })
  await expect.poll(async () => (await cancel()).status, { timeout: 30_000 }).toBeLessThan(300)
  await expect.poll(() => arrivalsOf('cancel'), { timeout: 30_000 }).toBeGreaterThan(0)
}, 120_000)

test('the gateway there is tested, and polled for a payment', async () => {
  const { app, token, pay } = await makeProduct('127.0.0.0/8')
  const { lines } = (await app.call(checkGateway, { token, params: { gateway: 'cryptomus' } })).body
  expect(lines.map(({ code }) => code)).toEqual(expect.arrayContaining(['reached', 'key_good', 'way_good']))
  const { order_id } = (await pay()).body
  await control(gateway.url, `invoices/${order_id}`, { status: 'paid' })
  const status = async () => (await app.call(getPaymentStatus, { token, params: { order_id } })).body.status
  await expect.poll(status, { timeout: 30_000 }).toBe('paid')
}, 60_000)

test('an account whose network is no longer allowed is not called, and its connection test says why', async () => {
  const own = await startSandboxProvider({ catalogueSize: 20 })
  onTestFinished(() => own.stop())
  const app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  onTestFinished(() => app.drop())
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  const account = { slug: 'near', name: 'Near', api_url: own.url, key: own.key }
  const { id } = (await app.call(createProvider, { token, body: account })).body.provider
  const without = await app.another({ databaseUrl: app.database.url, env: {} })
  const { lines } = (await without.call(checkProvider, { token, params: { id } })).body
  expect(lines.map(({ code }) => code)).toEqual(['address_refused', 'not_encrypted'])
  const asked = await without.call(fetchServices, { token, body: { provider: 'near' } })
  expect(asked.status).toBe(503)
  expect((await control(own.url, 'calls')).body).toEqual([])
})

async function arrivalsOf(action: string) {
  const calls = (await control(provider.url, 'calls')).body as { action: string }[] // lists, by README
  return calls.filter((call) => call.action === action).length
}

async function countCalls() {
  const counts = await Promise.all(
    [provider, gateway].map(async ({ url }) => (await control(url, 'calls')).body as unknown[]), // lists, by README
  )
  return counts.map(({ length }) => length)
}
