import { afterAll, beforeAll, expect, test } from 'vitest'

import { getConfig } from '#contract/settings/public-config.ts'
import { registerSandboxGateway } from '#server/modules/payments/gateways/register-sandbox-gateway.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#torture/proxy/start-proxy.ts'

let app: TestApp
let line: DatabaseProxy
let product: TestApp

beforeAll(async () => {
  app = await makeTestApp()
  await registerSandboxGateway(app.ctx, {
    speaks: 'cryptomus',
    url: 'http://127.0.0.1:1/',
    merchant: 'm',
    key: 'k',
  })
  line = await startDatabaseProxy(app.database.url)
  product = await app.another({ databaseUrl: line.url })
})
afterAll(async () => {
  await line.stop()
  await app.drop()
})

const isSandbox = async () => (await product.call(getConfig)).body.sandbox

test('the public pages of the shop work while the database is unreachable, and follow a change', async () => {
  expect(await isSandbox()).toBe(true)
  await line.cut()
  // Long after the cache has expired: the first answers would prove nothing.
  const until = performance.now() + 2_000
  while (performance.now() < until) {
    const { status, body } = await product.call(getConfig)
    expect([status, body.sandbox]).toEqual([200, true])
  }
  await line.restore()
  await app.ctx.db.updateTable('gateways').set({ is_sandbox: false }).execute()
  await expect.poll(isSandbox, { timeout: 20_000 }).toBe(false)
})

test('a view of a public page makes no query while the cache is fresh', async () => {
  let asked = 0
  const { pool } = product.ctx
  await isSandbox()
  const count = () => (asked += 1)
  pool.on('acquire', count)
  const calls = 200
  const startedAt = performance.now()
  for (let call = 0; call < calls; call += 1) await isSandbox()
  const seconds = (performance.now() - startedAt) / 1000
  pool.off('acquire', count)
  // Once or twice a second, even on a slow machine; without the cache there would be one per view.
  expect(asked).toBeLessThan(Math.min(calls, 10 + 3 * seconds))
})
