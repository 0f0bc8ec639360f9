import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { fetchServices } from '#contract/catalogue/imports.ts'
import { createProvider, listProviders, updateProvider } from '#contract/providers/providers.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { registerSandboxProvider } from '#server/modules/providers/sandbox/sandbox-provider.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { type Mode, settleMode, storeMode } from './settle-mode.ts'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  token = (await makeUser(app.ctx, { role: 'admin' })).token
})
afterEach(() => app.drop())

/** Starts a process with this environment. */
function settle(env: Record<string, string> = {}, isWorker = false): Promise<Mode> {
  const { dataDir } = app.ctx.config
  const config = readConfig({ DATA_DIR: dataDir, SECRET_KEY: 'a secret key for tests only', ...env })
  return settleMode(config, app.ctx.pool, { isWorker, say: (line) => said.push(line) })
}
let said: string[] = []
beforeEach(() => void (said = []))

const storedMode = async () => (await app.ctx.pool.query('select mode from database_mode')).rows[0]?.mode
const gateway = { CRYPTOMUS_MERCHANT: 'merchant', CRYPTOMUS_KEY: 'payment-key' }
const publicUrl = { PUBLIC_URL: 'https://panel.example.com' }
const addProvider = (api_url: string, slug = 'other') =>
  app.call(createProvider, { token, body: { slug, name: slug, api_url, key: 'k' } })
const account = {
  gateways: { cryptomus: { is_on: true, merchant: 'merchant' } },
  cryptomus_key: 'payment-key',
}
const refusedAsReal = {
  status: 409,
  body: {
    code: 'state_conflict',
    message:
      'This is a sandbox database, so nothing real can be connected to it. To go live, run npm run go-live.',
  },
}

describe('a new database', () => {
  test.each<[Record<string, string>, Mode]>([
    [{}, 'sandbox'],
    [{ SANDBOX: 'on' }, 'sandbox'],
    [{ SANDBOX: 'off' }, 'live'],
    [publicUrl, 'live'],
    [gateway, 'live'],
    [{ ...gateway, CRYPTOMUS_URL: 'http://127.0.0.1:9', SANDBOX: 'on' }, 'sandbox'],
  ])('first started with %j is in %s mode from then on', async (env, mode) => {
    expect(await settle(env)).toBe(mode)
    expect(await settle(mode === 'live' ? {} : { SANDBOX: 'on' })).toBe(mode)
  })

  test('gets no mode from a start that is refused', async () => {
    await expect(settle({ ...gateway, SANDBOX: 'on' })).rejects.toThrow(ConfigError)
    expect(await storedMode()).toBeUndefined()
  })

  test('gets one mode from processes that start at once, and all of them use it', async () => {
    const modes = await Promise.all([{}, publicUrl, {}, publicUrl].map((env) => settle(env).catch(String)))
    const mode = await storedMode()
    // At a public address sandbox mode is refused.
    expect(modes.filter((each) => each !== mode && !each.includes('sandbox mode'))).toEqual([])
  })

  test('makes a worker without a configured mode wait', async () => {
    const worker = settle({}, true)
    await expect.poll(() => said).toEqual(['This database is new: waiting for a web process to start on it.'])
    expect(await storedMode()).toBeUndefined()
    await settle({ SANDBOX: 'off' })
    expect(await worker).toBe('live')
  })

  test('gets its mode from a worker with a configured one', async () => {
    expect(await settle({ SANDBOX: 'off' }, true)).toBe('live')
    expect(await storedMode()).toBe('live')
  })
})

describe('in sandbox mode', () => {
  beforeEach(() => settle({ SANDBOX: 'on' }))

  test('no real provider is added: not as a new one, not by changing the address, not as a list to import', async () => {
    expect(await addProvider('https://panel.example.com/api/v2')).toMatchObject(refusedAsReal)
    const id = await registerSandboxProvider(app.ctx, { url: 'http://127.0.0.1:9', key: 'sandbox-key' })
    const other = (await addProvider('http://127.0.0.1:9/api/v2')).body.provider
    const move = { api_url: 'https://panel.example.com/api/v2', key: 'k' }
    expect(await app.call(updateProvider, { token, params: { id: other.id }, body: move })).toMatchObject(
      refusedAsReal,
    )
    expect((await app.call(updateProvider, { token, params: { id }, body: { name: 'Own' } })).status).toBe(
      200,
    )
    const list = await app.call(fetchServices, {
      token,
      body: { provider: 'https://panel.example.com/api/v2?action=services' },
    })
    expect(list).toMatchObject(refusedAsReal)
  })

  test('no real provider is switched on', async () => {
    await app.database.pool.query(
      `insert into providers (slug, name, api_url) values ('left', 'Left', 'https://panel.example.com/api/v2')`,
    )
    const { rows } = await app.ctx.pool.query(`select id from providers where slug = 'left'`)
    const on = { key: 'k', is_enabled: true }
    expect(await app.call(updateProvider, { token, params: { id: rows[0].id }, body: on })).toMatchObject(
      refusedAsReal,
    )
  })

  test('no real gateway is added: not in the settings, not by environment variables, not by both', async () => {
    expect(await app.call(updateSettings, { token, body: account })).toMatchObject(refusedAsReal)
    expect((await app.call(updateSettings, { token, body: { brand: { name: 'Acme' } } })).status).toBe(200)
    const sentence =
      'A real Cryptomus account is configured, but this database is in sandbox mode. Go live on a new database: npm run go-live.'
    await expect(settle(gateway)).rejects.toThrow(new ConfigError(sentence))
    const local = await app.another({
      databaseUrl: app.database.product.url,
      env: { CRYPTOMUS_URL: 'http://127.0.0.1:9', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' },
    })
    expect((await local.call(updateSettings, { token, body: account })).status).toBe(200)
    expect(await settle({ CRYPTOMUS_URL: 'http://127.0.0.1:9' })).toBe('sandbox')
    await expect(settle()).rejects.toThrow(new ConfigError(sentence))
  })

  test('a start with SANDBOX=off or at a public address is refused, and the product cannot change the mode', async () => {
    await expect(settle({ SANDBOX: 'off' })).rejects.toThrow(
      new ConfigError(
        'SANDBOX=off, but this database is in sandbox mode. Leave SANDBOX unset. Go live on a new database: npm run go-live.',
      ),
    )
    await expect(settle(publicUrl)).rejects.toThrow(
      new ConfigError(
        'PUBLIC_URL is https://panel.example.com, but this database is in sandbox mode. Go live on a new database: npm run go-live.',
      ),
    )
    await expect(app.ctx.pool.query(`update database_mode set mode = 'live'`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(app.ctx.pool.query('delete from database_mode')).rejects.toThrow(/permission denied/)
  })
})

describe('in live mode', () => {
  beforeEach(() => settle({ SANDBOX: 'off' }))

  test('the sandbox never runs: without SANDBOX it is off, with SANDBOX=on the start is refused', async () => {
    expect(await settle()).toBe('live')
    await expect(settle({ SANDBOX: 'on' })).rejects.toThrow(
      new ConfigError(
        'SANDBOX=on, but this database is in live mode: its balances are real. Leave SANDBOX unset, or try the sandbox with a DATA_DIR (and a DATABASE_URL) of its own.',
      ),
    )
  })

  test('providers and a gateway are accepted', async () => {
    expect((await addProvider('https://panel.example.com/api/v2')).status).toBe(201)
    expect((await app.call(updateSettings, { token, body: account })).status).toBe(200)
  })
})

test('in sandbox mode no provider and no merchant that would be refused is offered', async () => {
  const offers = async (mode: Mode, env: Record<string, string>) => {
    const one = await makeTestApp({ env })
    await storeMode(one.ctx.pool, mode)
    const { token: own } = await makeUser(one.ctx, { role: 'admin' })
    const providers = await one.call(listProviders, { token: own })
    const settings = await one.call(getSettings, { token: own })
    await one.drop()
    return [providers.body.can_add, settings.body.can_set_merchant]
  }
  const real = { CRYPTOMUS_URL: 'https://api.cryptomus.com', ALLOW_PRIVATE_ADDRESSES: '' }
  const local = { CRYPTOMUS_URL: 'http://127.0.0.1:9', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' }
  expect(await offers('sandbox', real)).toEqual([false, false])
  expect(await offers('sandbox', local)).toEqual([true, true])
  expect(await offers('live', real)).toEqual([true, true])
})
