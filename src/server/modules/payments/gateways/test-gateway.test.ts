import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ConnectionTestLine } from '#contract/base/connection-test.ts'
import { checkGateway } from '#contract/payments/gateways.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxGateway, startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { registerSandboxGateway } from './register-sandbox-gateway.ts'

let app: TestApp
let token: string
let sandbox: SandboxGateway

beforeAll(async () => {
  app = await makeTestApp()
  token = (await makeUser(app.ctx, { role: 'admin' })).token
  sandbox = await startSandboxGateway()
})
afterAll(async () => {
  await closeOutboundPools()
  await app.drop()
  await sandbox.stop()
})
beforeEach(async () => {
  await registerSandboxGateway(app.ctx, sandbox)
  await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' })
})

async function check(from = app): Promise<ConnectionTestLine[]> {
  const { status, body, json } = await from.call(checkGateway, { token, params: { gateway: 'cryptomus' } })
  expect(status).toBe(200)
  expect(JSON.stringify(json)).not.toContain(sandbox.key)
  return body.lines
}
const codesOf = (lines: ConnectionTestLine[]) => lines.map(({ code }) => code)

test('for a working gateway every line is good, except a webhook that cannot reach this machine', async () => {
  const lines = await check()
  expect(codesOf(lines)).toEqual([
    'reached',
    'key_good',
    'way_good',
    'webhook_unreachable',
    'clock_same',
    'answers_in',
  ])
  expect(lines[2]?.sentence).toBe('USDT (bsc) is available, from 0.5 to 10000000.')
  expect(lines[3]).toMatchObject({ state: 'warning', advice: expect.stringContaining('PUBLIC_URL') })
  const { body } = await control(sandbox.url, 'calls')
  expect(body).toEqual([expect.objectContaining({ action: 'services' })])
})

test.each([
  ['https://panel.example', 'webhook_good'],
  ['http://panel.example', 'webhook_unreachable'],
  ['https://10.0.0.5', 'webhook_unreachable'],
  ['https://shop.localhost', 'webhook_unreachable'],
])('a site at %s is one whose %s', async (url, code) => {
  const env = { PUBLIC_URL: url, ALLOW_HTTP: '1', RATE_LIMITS: 'default' }
  const outside = await app.another({ databaseUrl: app.database.url, env })
  const lines = await check(outside)
  expect(lines.find(({ topic }) => topic === 'webhook')).toMatchObject({
    code,
    details: { address: `${url}/api/payment/webhook/cryptomus` },
  })
})

test.each([
  ['key', { key: 'a-wrong-key' }],
  ['merchant id', { merchant: 'somebody-else' }],
])('a wrong %s is reported, without showing it', async (_name, wrong) => {
  await registerSandboxGateway(app.ctx, { ...sandbox, ...wrong })
  const lines = await check()
  expect(codesOf(lines)).toContain('merchant_refused')
  expect(JSON.stringify(lines)).not.toContain('a-wrong-key')
})

test.each([
  ['html', 'no_panel'],
  ['error_500_before', 'broken_down'],
  ['reset', 'not_reached'],
])('an answer with %s is %s', async (kind, code) => {
  await control(sandbox.url, 'faults', { action: 'services', kind })
  expect(codesOf(await check())).toEqual([code])
})

test('a missing account is reported', async () => {
  await app.ctx.pool.query('delete from gateways')
  expect(codesOf(await check())).toEqual(['not_set_up'])
})

test('is for staff who may change settings, and for an existing gateway', async () => {
  const user = await makeUser(app.ctx)
  const params = { gateway: 'cryptomus' }
  expect((await app.call(checkGateway, { token: user.token, params })).status).toBe(403)
  expect((await app.call(checkGateway, { params })).status).toBe(401)
  expect((await app.call(checkGateway, { token, params: { gateway: 'other' } })).status).toBe(400)
})
