import { afterAll, beforeAll, expect, test } from 'vitest'

import { getConfig } from '#contract/settings.ts'
import { registerSandboxGateway } from '#server/payments/gateways/register-sandbox-gateway.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { usd } from '#test/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

test('says what a visitor may know, and marks what can not be paid with', async () => {
  const { status, body } = await app.call(getConfig)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    brand: { name: 'Tally & Reach' },
    limits: {
      deposit_min: usd('1'),
      deposit_max: usd('10000'),
      deposit_presets: [10, 25, 50, 100, 200, 500],
    },
    bonuses: [
      { from: usd('500'), percent: 10 },
      { from: usd('100'), percent: 5 },
    ],
    languages: ['en', 'vi', 'ru'],
    sandbox: false,
  })
  expect(body.payment_methods.map(({ label, available }) => [label, available])).toEqual([
    ['VISA/MasterCard', false],
    ['Cryptomus (USDT bep20)', false],
    ['Payeer', false],
  ])
})

test('offers the gateway once there is an account, and says when it is a sandbox', async () => {
  await registerSandboxGateway(app.ctx, { url: 'http://127.0.0.1:1/', merchant: 'm', key: 'a-secret-key' })
  // It follows within a second.
  await expect.poll(async () => (await app.call(getConfig)).body.sandbox).toBe(true)
  const { body, json } = await app.call(getConfig)
  expect(body.payment_methods.map(({ value, available }) => [value, available])).toEqual([
    ['card', false],
    ['cryptomus', true],
    ['cryptomus', true],
  ])
  expect(JSON.stringify(json)).not.toContain('a-secret-key')
})

test("the environment's gateway takes the place of the sandbox's", async () => {
  const own = await makeTestApp({ env: { CRYPTOMUS_MERCHANT: 'm', CRYPTOMUS_KEY: 'k' } })
  await registerSandboxGateway(own.ctx, { url: 'http://127.0.0.1:1', merchant: 'm', key: 'k' })
  expect((await own.call(getConfig)).body.sandbox).toBe(false)
  await own.drop()
})
