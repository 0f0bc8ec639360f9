import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { fetchServices } from '#contract/imports.ts'
import { createProvider, updateProvider } from '#contract/providers.ts'
import { updateSettings } from '#contract/settings-desk.ts'
import { ConfigError } from '#server/environment.ts'
import { registerSandboxProvider } from '#server/providers/register-sandbox-provider.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeUser } from '#test/factories.ts'

import { settleWorld } from './settle-world.ts'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  token = (await makeUser(app.ctx, { role: 'admin' })).token
})
afterEach(() => app.drop())

const real = { merchant: 'merchant', key: 'payment-key' }
const settle = (given: { on?: boolean; asked?: boolean; gateway?: boolean; isWorker?: boolean } = {}) =>
  settleWorld(
    {
      sandbox: given.on ?? true,
      sandboxIsGiven: given.asked ?? false,
      cryptomusUrl: 'https://api.cryptomus.com',
      ...(given.gateway === true && { cryptomus: real }),
    },
    app.ctx.pool,
    { isWorker: given.isWorker ?? false },
  )
const play = { kind: 'sandbox', isSandboxWanted: true }
const live = { kind: 'live', isSandboxWanted: false }

const addProvider = (api_url: string, slug = 'other') =>
  app.call(createProvider, { token, body: { slug, name: slug, api_url, key: 'k' } })
const account = {
  gateways: { cryptomus: { is_on: true, merchant: real.merchant } },
  cryptomus_key: real.key,
}
const toldToGoLive = {
  status: 409,
  body: {
    code: 'state_conflict',
    message:
      'This database began with the sandbox, so its balances are play money and nothing real is connected to it. Start a new one for real money: npm run go-live',
  },
}

describe('a database that began with the sandbox', () => {
  beforeEach(() => settle())

  test('takes no real provider: not as a new one, not by another address, not as a list to import', async () => {
    expect(await addProvider('https://panel.example.com/api/v2')).toMatchObject(toldToGoLive)
    const id = await registerSandboxProvider(app.ctx, { url: 'http://127.0.0.1:9', key: 'sandbox-key' })
    const other = (await addProvider('http://127.0.0.1:9/api/v2')).body.provider
    const move = { api_url: 'https://panel.example.com/api/v2', key: 'k' }
    expect(await app.call(updateProvider, { token, params: { id: other.id }, body: move })).toMatchObject(
      toldToGoLive,
    )
    expect((await app.call(updateProvider, { token, params: { id }, body: { name: 'Own' } })).status).toBe(
      200,
    )
    const list = await app.call(fetchServices, {
      token,
      body: { provider: 'https://panel.example.com/api/v2?action=services' },
    })
    expect(list).toMatchObject(toldToGoLive)
  })

  test('has none switched on that was there before', async () => {
    await app.database.pool.query(
      `insert into providers (slug, name, api_url) values ('left', 'Left', 'https://panel.example.com/api/v2')`,
    )
    const { rows } = await app.ctx.pool.query(`select id from providers where slug = 'left'`)
    const on = { key: 'k', is_enabled: true }
    expect(await app.call(updateProvider, { token, params: { id: rows[0].id }, body: on })).toMatchObject(
      toldToGoLive,
    )
  })

  test('takes no real gateway: by the settings, or by the variables of a start', async () => {
    expect(await app.call(updateSettings, { token, body: account })).toMatchObject(toldToGoLive)
    expect((await app.call(updateSettings, { token, body: { brand: { name: 'Acme' } } })).status).toBe(200)
    await expect(settle({ gateway: true })).rejects.toThrow(
      new ConfigError(
        'CRYPTOMUS_MERCHANT names a real gateway, but this database began with the sandbox: what its customers have is play money. Going live is a new database: "npm run go-live" carries settings, texts, staff and rules over.',
      ),
    )
  })

  test('stays so, whatever it is started with, and the product can not say otherwise', async () => {
    expect(await settle({ on: false, asked: true })).toEqual({ kind: 'sandbox', isSandboxWanted: false })
    expect(await settle()).toEqual(play)
    await expect(app.ctx.pool.query(`update world set kind = 'live'`)).rejects.toThrow(/permission denied/)
    await expect(app.ctx.pool.query('delete from world')).rejects.toThrow(/permission denied/)
  })
})

describe('a database that began with real money', () => {
  beforeEach(() => settle({ on: false }))

  test('never starts with the sandbox: unasked it stays off, asked for it is refused', async () => {
    expect(await settle()).toEqual(live)
    await expect(settle({ asked: true })).rejects.toThrow(
      new ConfigError(
        'SANDBOX=on, but the money of this database is real. Leave SANDBOX unset, or try the sandbox with a DATA_DIR (and a DATABASE_URL) of its own.',
      ),
    )
  })

  test('takes providers and a gateway', async () => {
    expect((await addProvider('https://panel.example.com/api/v2')).status).toBe(201)
    expect((await app.call(updateSettings, { token, body: account })).status).toBe(200)
  })
})

describe('a database of before there was a stamp', () => {
  test('is real where a provider that is on, or a gateway, is real, though the sandbox ran there once', async () => {
    await registerSandboxProvider(app.ctx, { url: 'http://127.0.0.1:9', key: 'sandbox-key' })
    await addProvider('https://panel.example.com/api/v2')
    expect(await settle()).toEqual(live)
  })

  test('is real where an account at the gateway was entered, and where the variables name one', async () => {
    await app.call(updateSettings, { token, body: account })
    expect(await settle()).toEqual(live)
    await app.database.pool.query('delete from world; delete from settings')
    expect(await settle({ gateway: true })).toEqual(live)
  })

  test('is the sandbox’s where that ran, and nothing real is on', async () => {
    await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
    await addProvider('http://127.0.0.1:10/api/v2')
    expect(await settle({ on: false })).toEqual({ kind: 'sandbox', isSandboxWanted: false })
  })

  test('a worker alone begins no world of play money', async () => {
    expect(await settle({ isWorker: true })).toEqual({ kind: undefined, isSandboxWanted: true })
    expect(await settle({ on: false })).toEqual(live)
  })
})

test('of several that start at once with other minds, one is right and all hold to it', async () => {
  const kinds = await Promise.all([true, false, true, false].map((on) => settle({ on })))
  expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(1)
})
