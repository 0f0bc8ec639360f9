import { afterAll, beforeAll, expect, test } from 'vitest'

import { listServices } from '#contract/catalogue/catalogue.ts'
import * as contract from '#contract/catalogue/imports.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { registerSandboxProvider } from '#server/modules/providers/sandbox/sandbox-provider.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

let test_: TestApp
let sandbox: SandboxProvider
let token: string
/** Several chunks of an import. */
const SERVICES = 2_000

beforeAll(async () => {
  test_ = await makeTestApp()
  token = (await makeUser(test_.ctx, { role: 'admin' })).token
  sandbox = await startSandboxProvider({ catalogueSize: SERVICES })
  await registerSandboxProvider(test_.ctx, sandbox)
})
afterAll(async () => {
  await closeOutboundPools()
  await test_.drop()
  await sandbox.stop()
})

const look = (body: Record<string, unknown>) => test_.call(contract.fetchServices, { token, body })
const take = (body: Record<string, unknown>) => test_.call(contract.importServices, { token, body })

test('is for admins only', async () => {
  const user = await makeUser(test_.ctx)
  for (const [who, status] of [
    [user.token, 403],
    [undefined, 401],
  ] as const) {
    const body = { provider: 'sandbox', serviceIds: [1] }
    expect(
      (await test_.call(contract.fetchServices, { token: who, body: { provider: 'sandbox' } })).status,
    ).toBe(status)
    expect((await test_.call(contract.importServices, { token: who, body })).status).toBe(status)
  }
})

test('thousands of services are listed, imported in seconds, and shown', async () => {
  const listed = await look({ provider: 'sandbox' })
  expect(listed.body.data).toHaveLength(SERVICES)
  const begun = performance.now()
  const serviceIds = listed.body.data.map(({ service }) => service)
  const { stats } = (await take({ provider: 'sandbox', serviceIds })).body.data
  const firstMs = performance.now() - begun
  expect(stats).toMatchObject({ total: SERVICES, updated: 0, errors: 0 })
  expect([stats.created, stats.skipped]).toEqual([SERVICES, 0])
  const unsold = stats.reasons.find(({ code }) => code === 'type_not_understood')?.count ?? 0
  expect(unsold).toBeGreaterThan(0)
  expect((await test_.call(listServices)).body).toHaveLength(stats.created - unsold)
  const begunAgain = performance.now()
  const some = serviceIds.slice(0, 200)
  const again = (await take({ provider: 'sandbox', serviceIds: some, overwriteExisting: true })).body.data
    .stats
  const againMs = performance.now() - begunAgain
  // About 1 s, less with nothing to write; many times as long on a busy machine.
  expect(firstMs).toBeLessThan(60_000)
  expect(againMs).toBeLessThan(Math.max(10_000, firstMs / 2))
  expect(again).toMatchObject({ created: 0, updated: 200, skipped: 0, errors: 0 })
  const { rows } = await test_.ctx.pool.query(
    'select count(*)::int, count(distinct service_id)::int as own from supplies',
  )
  expect(rows).toEqual([{ count: SERVICES, own: SERVICES }])
}, 300_000)

test('the list is cached for an hour with useCache, and fetched again without', async () => {
  const first = await look({ provider: 'sandbox' })
  await control(sandbox.url, 'faults', { action: 'services', kind: 'html', times: 1 })
  const kept = await look({ provider: 'sandbox', useCache: true })
  expect(kept.body.cached_at).toEqual(first.body.cached_at)
  expect(await look({ provider: 'sandbox' })).toMatchObject({
    status: 503,
    body: { code: 'provider_failed' },
  })
  await test_.ctx.pool.query("update provider_lists set fetched_at = now() - interval '61 minutes'")
  expect((await look({ provider: 'sandbox', useCache: true })).body.cached_at.getTime()).toBeGreaterThan(
    first.body.cached_at.getTime(),
  )
})

test.each([
  'http://127.0.0.1:5432/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost/',
  'http://0x7f000001/',
])('does not fetch %s', async (provider) => {
  expect(await look({ provider })).toMatchObject({ status: 422, body: { code: 'url_refused' } })
})

test('the URL of a configured provider means that provider', async () => {
  expect((await look({ provider: `${sandbox.url}/api/v2/`, useCache: true })).status).toBe(200)
  expect((await look({ provider: `${sandbox.url}/sandbox/calls` })).status).toBe(422)
})
