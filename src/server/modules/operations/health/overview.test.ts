import { afterAll, beforeAll, expect, test } from 'vitest'

import { getAttention } from '#contract/operations/attention.ts'
import { getFirstSteps, getOverview } from '#contract/operations/overview.ts'
import { createProvider, updateProvider } from '#contract/providers/providers.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { createTicket, ticketCategories } from '#contract/support/tickets.ts'
import { registerSandboxGateway } from '#server/modules/payments/gateways/register-sandbox-gateway.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeService, makeUser } from '#test/factories.ts'

let app: TestApp
let admin: { token: string }

beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

/** Through a process with an empty cache. */
async function look() {
  const fresh = await app.another()
  const { status, body } = await fresh.call(getOverview, { token: admin.token })
  expect(status).toBe(200)
  const { attention } = (await fresh.call(getAttention, { token: admin.token })).body
  const counts = Object.fromEntries(attention.map(({ code, count }) => [code, count]))
  return { ...body, counts }
}

test('items for staff are counted, and a quiet product has none', async () => {
  const quiet = await look()
  expect(quiet.counts).toEqual({
    ledger: 0,
    orders: 0,
    deposits: 0,
    tickets: 0,
    contact: 0,
    providers: 0,
    services_below_cost: 0,
    mails_given_up: 0,
    jobs_failing: 0,
    jobs_failed: 0,
  })

  const user = await makeUser(app.ctx, { balance: '5' })
  const body = { subject: 'Where is it?', category: ticketCategories[0], message: 'I wait.' }
  expect((await app.call(createTicket, { token: user.token, body })).status).toBe(201)
  expect((await look()).counts).toMatchObject({ tickets: 1, ledger: 0 })
})

test('services sold below cost and providers low on funds are counted', async () => {
  const service = await makeService(app.ctx, { rate: '1' })
  const provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
  await app.database.pool.query(
    `insert into supplies (service_id, provider_id, provider_service, cost_rate, cost_own)
     values ($1, $2, '7', 100000001, '1')`,
    [service.id, provider.id],
  )
  await app.database.pool.query('update providers set is_balance_low = true where id = $1', [provider.id])
  expect((await look()).counts).toMatchObject({ services_below_cost: 1, providers: 1 })
  await app.database.pool.query('update services set below_cost = true where id = $1', [service.id])
  await app.database.pool.query('update providers set is_enabled = false where id = $1', [provider.id])
  expect((await look()).counts).toMatchObject({ services_below_cost: 0, providers: 0 })
})

test('an account that does not add up is reported', async () => {
  const user = await makeUser(app.ctx, { balance: '5' })
  const change = (sign: string) =>
    app.database.pool.query(`update accounts set balance = balance ${sign} 1 where user_id = $1`, [user.id])
  await change('+')
  expect((await look()).counts).toMatchObject({ ledger: 1 })
  await change('-')
  expect((await look()).counts).toMatchObject({ ledger: 0 })
})

test('each first step is done when it is, and not before', async () => {
  const read = async () => {
    const { body } = await app.call(getFirstSteps, { token: admin.token })
    return { done: body.steps.filter((one) => one.is_done).map(({ step }) => step), of: body.provider_id }
  }
  expect(await read()).toEqual({ done: [], of: null })
  const provider = await app.call(createProvider, {
    token: admin.token,
    body: { name: 'First', slug: 'first', api_url: 'https://first.example/api/v2', key: 'its-key' },
  })
  const { id } = provider.body.provider
  expect(await read()).toEqual({ done: ['provider'], of: id })
  await app.call(updateProvider, { token: admin.token, params: { id }, body: { is_enabled: false } })
  expect(await read()).toEqual({ done: [], of: null })
  const put = (body: unknown) => app.call(updateSettings, { token: admin.token, body })
  await put({ brand: { name: 'Mine' } })
  expect((await read()).done).toEqual(['brand'])
  await put({ contact: { email: 'help@mine.example', telegram: null } })
  expect((await read()).done).toEqual(['brand', 'contact'])
  // Default limits count once saved.
  const { json } = await app.call(getSettings, { token: admin.token })
  const { limits } = json['settings'] as { limits: unknown } // the contract's shape
  await put({ limits })
  expect((await read()).done).toEqual(['limits', 'brand', 'contact'])
  // The sandbox's data counts too.
  const sandbox = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9', key: 'k' })
  await app.database.pool.query('update providers set is_sandbox = true where id = $1', [sandbox.id])
  await makeService(app.ctx, { supply: { providerId: sandbox.id, service: '1' } })
  await registerSandboxGateway(app.ctx, {
    speaks: 'cryptomus',
    url: 'http://127.0.0.1:9',
    merchant: 'm',
    key: 'k',
  })
  const { done, of } = await read()
  expect([done, of]).toEqual([['provider', 'import', 'gateway', 'limits', 'brand', 'contact'], sandbox.id])
})
