import { afterAll, beforeAll, expect, test } from 'vitest'

import { listServices } from '#contract/catalogue.ts'
import { fetchServices, importServices } from '#contract/imports.ts'
import { createOrder } from '#contract/order-placing.ts'
import { createPayment } from '#contract/payments.ts'
import { createProvider } from '#contract/providers.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxGateway, startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { makeUser } from './factories.ts'

/** A provider and a gateway on loopback that are no sandbox to the product. */
let provider: SandboxProvider
let gateway: SandboxGateway
const apps: TestApp[] = []

beforeAll(async () => {
  provider = await startSandboxProvider({ catalogueSize: 20 })
  gateway = await startSandboxGateway()
})
afterAll(async () => {
  for (const app of apps) await app.drop()
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
  apps.push(app)
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

test('with its network allowed a provider is imported from and ordered at, a list looked at, a gateway paid at', async () => {
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

async function countCalls() {
  const counts = await Promise.all(
    [provider, gateway].map(async ({ url }) => (await control(url, 'calls')).body as unknown[]), // lists, by README
  )
  return counts.map(({ length }) => length)
}
