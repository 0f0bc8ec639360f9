import { afterAll, beforeAll, expect, test } from 'vitest'

import * as contract from '#contract/providers/providers.ts'
import { calmSandbox, getSandbox, setSandbox } from '#contract/providers/sandbox.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeService, makeUser } from '#test/factories.ts'

import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { withProviderSlot } from '#server/modules/providers/pacing/provider-slots.ts'
import { registerSandboxProvider } from '#server/modules/providers/sandbox/sandbox-provider.ts'

// Longer than most: every call on a provider account, on one app with one panel.

let test_: TestApp
let sandbox: SandboxProvider
let token: string
let sandboxId: number

beforeAll(async () => {
  test_ = await makeTestApp()
  sandbox = await startSandboxProvider({ catalogueSize: 300 })
  sandboxId = await registerSandboxProvider(test_.ctx, sandbox)
  token = (await makeUser(test_.ctx, { role: 'admin' })).token
})
afterAll(async () => {
  await closeOutboundPools()
  await test_.drop()
  await sandbox.stop()
})

const create = (body: Record<string, unknown>) => test_.call(contract.createProvider, { token, body })
const update = (id: number, body: Record<string, unknown>) =>
  test_.call(contract.updateProvider, { token, params: { id }, body })

test('is for admins only', async () => {
  const user = await makeUser(test_.ctx)
  for (const [who, status] of [
    [user.token, 403],
    [undefined, 401],
  ] as const) {
    expect((await test_.call(contract.listProviders, { token: who })).status).toBe(status)
    expect((await test_.call(contract.createProvider, { token: who, body: {} })).status).toBe(status)
    expect((await test_.call(contract.checkProvider, { token: who, params: { id: sandboxId } })).status).toBe(
      status,
    )
  }
})

test('the two preset providers exist, without a key and off', async () => {
  const { body } = await test_.call(contract.listProviders, { token })
  for (const slug of ['smmdoge', 'justanotherpanel'])
    expect(body.providers.find((one) => one.slug === slug)).toMatchObject({
      has_key: false,
      is_enabled: false,
    })
})

test('a key is encrypted, never returned, and decrypts for its provider', async () => {
  const created = await create({
    slug: 'alpha',
    name: 'Alpha',
    api_url: 'https://alpha.example/api/v2',
    key: 'alpha-key-123',
  })
  expect(created.status).toBe(201)
  expect(JSON.stringify(created.json)).not.toContain('alpha-key-123')
  expect(created.body.provider).toMatchObject({ has_key: true, is_enabled: true })
  expect(await getProviderAccount(test_.ctx, created.body.provider.id)).toMatchObject({
    key: 'alpha-key-123',
    allowedOrigin: undefined,
  })
  const { rows } = await test_.ctx.pool.query("select key_ciphertext from providers where slug = 'alpha'")
  expect(rows[0].key_ciphertext.toString('latin1')).not.toContain('alpha-key-123')
  expect(await create({ slug: 'alpha', name: 'Again', api_url: 'https://a.example' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  })
})

test.each([
  'http://127.0.0.1:80/',
  'http://[::1]/',
  'http://169.254.169.254/latest',
  'http://localhost/x',
  'http://a:b@example.com/',
])('refuses %s as an address, when created and when changed', async (api_url) => {
  expect(await create({ slug: 'ssrf', name: 'S', api_url })).toMatchObject({
    status: 422,
    body: { code: 'url_refused' },
  })
  const { id } = await getProviderAccount(test_.ctx, sandboxId)
  expect((await update(id, { api_url })).status).toBe(409)
})

test('switching on needs a key; removing the key switches off', async () => {
  const { body } = await create({ slug: 'beta', name: 'Beta', api_url: 'https://beta.example' })
  const { id } = body.provider
  expect(body.provider.is_enabled).toBe(false)
  expect(await update(id, { is_enabled: true })).toMatchObject({
    status: 409,
    body: { code: 'state_conflict' },
  })
  expect((await update(id, { key: 'k', is_enabled: true })).body.provider).toMatchObject({
    has_key: true,
    is_enabled: true,
  })
  // Together with `is_enabled: true`, even when it is already enabled.
  expect(await update(id, { key: null, is_enabled: true })).toMatchObject({
    status: 409,
    body: { details: { reason: 'needs_key' } },
  })
  expect((await update(id, { key: null })).body.provider).toMatchObject({ has_key: false, is_enabled: false })
  await expect(getProviderAccount(test_.ctx, id)).rejects.toMatchObject({ code: 'state_conflict' })
})

test('a new address needs the key again, so that a stored key is not sent elsewhere', async () => {
  const { body } = await create({
    slug: 'gamma',
    name: 'Gamma',
    api_url: 'https://gamma.example',
    key: 'gamma-key',
  })
  const { id } = body.provider
  expect(await update(id, { api_url: 'https://evil.example' })).toMatchObject({
    status: 422,
    body: { fields: { key: expect.any(String) } },
  })
  expect((await update(id, { api_url: 'https://gamma.example/v2' })).status).toBe(200)
  expect((await update(id, { api_url: 'https://delta.example', key: 'new' })).status).toBe(200)
})

test('reads the balance, and reports errors without the key', async () => {
  const check = () => test_.call(contract.checkProvider, { token, params: { id: sandboxId } })
  expect((await check()).body.provider).toMatchObject({
    balance: expect.stringMatching(/^\d+/),
    health: { state: 'healthy' },
    reading: { state: 'healthy', last_error: null, paused_until: null },
  })
  await control(sandbox.url, 'settings', { quirks: ['other_currency'] })
  expect((await check()).body.provider.health.last_error).toEqual({
    code: 'other_currency',
    details: { currency: 'INR', account_currency: 'USD' },
  })
  await control(sandbox.url, 'settings', { quirks: [] })
  expect((await check()).body.provider.health.last_error).toBeNull()
  await control(sandbox.url, 'faults', { action: 'balance', kind: 'html', times: 1 })
  expect((await check()).body.lines).toMatchObject([{ code: 'no_panel', state: 'bad' }])
  const { body: list } = await test_.call(contract.listProviders, { token })
  const failing = list.providers.find(({ id }) => id === sandboxId)
  expect([failing?.reading.state, failing?.health.state]).toEqual(['failing', 'healthy'])
  expect((await check()).body.provider.reading.state).toBe('healthy')
  await update(sandboxId, { key: 'a-wrong-key' })
  const refused = await check()
  const fault = { code: 'said', details: { error: 'Invalid API key' } }
  expect(refused.body.lines).toContainEqual(
    expect.objectContaining({ code: 'key_refused', details: { fault } }),
  )
  await registerSandboxProvider(test_.ctx, sandbox)
})

test('the sandbox is added once, at its current address', async () => {
  expect(await registerSandboxProvider(test_.ctx, { url: 'http://127.0.0.1:9', key: 'other' })).toBe(
    sandboxId,
  )
  expect(await getProviderAccount(test_.ctx, sandboxId)).toMatchObject({
    apiUrl: 'http://127.0.0.1:9/api/v2',
    allowedOrigin: 'http://127.0.0.1:9',
    key: 'other',
  })
  await registerSandboxProvider(test_.ctx, sandbox)
  const body = { slug: 'sandbox', name: 'Mine', api_url: 'https://mine.example' }
  expect((await create(body)).status).toBe(409)
})

test('staff make the sandbox faulty and normal again, each with an audit log entry', async () => {
  const params = { id: sandboxId }
  const set = (body: unknown) => test_.call(setSandbox, { token, params, body })
  const normal = { speed: 1, price_percent: 100, balance: 10_000_000_000_000n, faults: [] }
  const read = async () => (await test_.call(getSandbox, { token, params })).body.sandbox
  expect(await read()).toEqual(normal)

  const fault = { kind: 'error_500_after', call: 'add', times: 3 }
  const poor = { ...normal, speed: 10, price_percent: 150, balance: 50_000_000n, faults: [fault] }
  const all = { speed: 10, price_percent: 150, balance: 0.5, fault }
  expect(await set(all)).toMatchObject({ status: 200, body: { sandbox: poor } })
  expect((await control(sandbox.url, 'faults')).body).toMatchObject([{ kind: 'error_500_after', times: 3 }])
  expect((await control(sandbox.url, 'speed')).body).toEqual({ factor: 10 })
  expect((await test_.call(calmSandbox, { token, params })).body.sandbox).toEqual(normal)
  expect(await read()).toEqual(normal)
  expect((await control(sandbox.url, 'faults')).body).toEqual([])

  for (const refused of [{ speed: 3 }, { balance: -1 }, { price_percent: 0 }, { fault: { kind: 'none' } }])
    expect((await set(refused)).status).toBe(422)
  const { rows } = await test_.ctx.pool.query(
    "select before, after from audit_log where action = 'provider.sandbox' order by number",
  )
  const kept = { speed: 10, price_percent: 150, balance: '50000000', faults: [fault] }
  const keptNormal = { ...normal, balance: '10000000000000' }
  expect(rows).toEqual([
    { before: keptNormal, after: kept },
    { before: kept, after: keptNormal },
  ])
})

test('a provider that is not the sandbox, or is off, never gets the fault controls', async () => {
  const { body } = await create({ slug: 'real', name: 'Real', api_url: 'https://real.example', key: 'k' })
  const realId = body.provider.id
  // As if the sandbox were listening there.
  await test_.ctx.pool.query('update providers set api_url = $2 where id = $1', [realId, sandbox.url])
  const refuse = async (id: number) => {
    for (const call of [
      test_.call(getSandbox, { token, params: { id } }),
      test_.call(setSandbox, { token, params: { id }, body: { speed: 0 } }),
      test_.call(calmSandbox, { token, params: { id } }),
    ])
      expect(await call).toMatchObject({ status: 404, body: { code: 'provider_not_found' } })
  }
  await refuse(realId)
  await update(sandboxId, { is_enabled: false })
  await refuse(sandboxId)
  expect((await control(sandbox.url, 'speed')).body).toEqual({ factor: 1 })
  await registerSandboxProvider(test_.ctx, sandbox)
})

test('a sandbox that does not answer is reported, and no setting counts as changed', async () => {
  const away = await makeProvider(test_.ctx, { url: 'http://127.0.0.1:9', slug: 'away' })
  const params = { id: away.id }
  expect((await test_.call(getSandbox, { token, params })).body.sandbox).toBeNull()
  expect(await test_.call(setSandbox, { token, params, body: { speed: 0 } })).toMatchObject({
    status: 503,
    body: { code: 'provider_failed' },
  })
})

test('a key encrypted for another provider is not used', async () => {
  const { body } = await create({ slug: 'kappa', name: 'Kappa', api_url: 'https://kappa.example', key: 'k' })
  await test_.ctx.pool.query(
    'update providers set key_ciphertext = (select key_ciphertext from providers where id = $1) where id = $2',
    [sandboxId, body.provider.id],
  )
  await expect(getProviderAccount(test_.ctx, body.provider.id)).rejects.toMatchObject({
    code: 'state_conflict',
  })
})

test('the secret in an address is never shown, and sending the shown address back keeps it', async () => {
  const api_url = 'https://sigma.example/api/v2?key=in-the-address&lang=en'
  const created = await create({ slug: 'sigma', name: 'Sigma', api_url, key: 'sigma-key' })
  const { id, api_url: shown } = created.body.provider
  expect(shown).toBe('https://sigma.example/api/v2?key=…&lang=…')
  const changed = await update(id, { name: 'Sigma 2', api_url: shown })
  expect(changed.body.provider).toMatchObject({ name: 'Sigma 2', api_url: shown })
  expect((await getProviderAccount(test_.ctx, id)).apiUrl).toBe(api_url)
  const listed = await test_.call(contract.listProviders, { token })
  for (const { json } of [created, changed, listed])
    expect(JSON.stringify(json)).not.toContain('in-the-address')
  const bare = await update(id, { api_url: 'https://sigma.example/api/v2?a-key-as-it-is' })
  expect(bare.body.provider.api_url).toBe('https://sigma.example/api/v2?…')
})

test('cannot be deleted while a service uses it', async () => {
  const { body } = await create({ slug: 'omega', name: 'Omega', api_url: 'https://omega.example' })
  const { id } = body.provider
  const remove = () => test_.call(contract.deleteProvider, { token, params: { id } })
  await makeService(test_.ctx, { supply: { providerId: id, service: '1' } })
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
  await test_.database.pool.query('delete from supplies where provider_id = $1', [id])
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
})

test('the rate limit is a setting of each provider, with bounds, and in the audit log', async () => {
  const created = await create({ slug: 'pace', name: 'Pace', api_url: 'https://pace.example' })
  const { id } = created.body.provider
  expect(created.body.provider).toMatchObject({ calls_at_once: 6, calls_per_second: 20 })
  const changed = await update(id, { calls_at_once: 2, calls_per_second: 20 })
  expect(changed.body.provider).toMatchObject({ calls_at_once: 2, calls_per_second: 20 })
  const own = { slug: 'own-pace', name: 'Own', api_url: 'https://own.example', calls_per_second: 1 }
  expect((await create(own)).body.provider).toMatchObject({ calls_at_once: 6, calls_per_second: 1 })
  for (const refused of [
    { calls_at_once: 0 },
    { calls_at_once: 51 },
    { calls_per_second: 0.5 },
    { calls_per_second: 101 },
  ])
    expect((await update(id, refused)).status).toBe(422)
  const { rows } = await test_.ctx.pool.query(
    "select before, after from audit_log where action = 'provider.update' and subject_id = $1",
    [id],
  )
  expect(rows).toMatchObject([
    { before: { calls_at_once: 6, calls_per_second: 20 }, after: { calls_at_once: 2, calls_per_second: 20 } },
  ])
})

test('at most two interactive calls to one provider run at once, first come first served', async () => {
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (number: number) =>
    withProviderSlot(test_.ctx, -1, async () => {
      running += 1
      most = Math.max(most, running)
      order.push(number)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      if (number % 5 === 0) throw new Error('some fail')
    })
  await Promise.allSettled(Array.from({ length: 20 }, (_, number) => work(number)))
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, number) => number))
})
