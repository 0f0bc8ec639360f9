import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  changeApiKey,
  createApiKey,
  createNamedKey,
  getApiAccess,
  rotateApiKey,
} from '#contract/users/api-keys.ts'
import { login } from '#contract/users/auth.ts'
import { refreshToken } from '#contract/users/signed-in.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { limits } from '#contract/base/limits.ts'
import { resumeRestored } from '#contract/operations/restoration.ts'
import { pauseProvider, resumeProvider } from '#contract/providers/provider-actions.ts'
import { createProvider, updateProvider } from '#contract/providers/providers.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import * as twoFactor from '#contract/users/two-factor.ts'
import * as desk from '#contract/users/admin-users.ts'
import { startView } from '#contract/users/view-as.ts'
import { type CallArgs, makeTestApp, type TestApp } from '#test/app.ts'
import { codeOf, wrongCodeOf } from '#test/authenticator-codes.ts'
import { makeProvider, makeUser } from '#test/factories.ts'
import { join, joinWithFactor, password } from '#test/two-factor.ts'

let one: TestApp
let owner: Awaited<ReturnType<typeof join>>
beforeAll(async () => {
  one = await makeTestApp()
  owner = await join(one)
  await one.ctx.pool.query(`update users set role = 'admin', email_confirmed_at = now() where id = $1`, [
    owner.id,
  ])
})
afterAll(() => one.drop())

/** As if the sign-in and all proofs had been that long ago. */
async function age(userId: number, minutes = limits.proofMinutes + 1): Promise<void> {
  await one.ctx.pool.query(
    `update sessions set signed_in_at = now() - make_interval(mins => $2), proven_at = null where user_id = $1`,
    [userId, minutes],
  )
}
/** With a confirmed address: one of the actions sets up a mail server. */
async function confirmed<User extends { id: number }>(user: User): Promise<User> {
  await one.ctx.pool.query('update users set email_confirmed_at = now() where id = $1', [user.id])
  return user
}
const send = (endpoint: Endpoint, { body, ...args }: CallArgs = {}, shown: object = {}) =>
  one.call(endpoint, { token: owner.token, ...args, body: { ...Object(body), ...shown } })
const codeIn = ({ status, json }: { status: number; json: Record<string, unknown> }) =>
  status < 300 ? status : json['code']

const mail = { host: 'mail.example.com', port: 587, security: 'tls', user: null, from: 'shop@example.com' }
const bucket = { endpoint: 'https://s3.example.com', region: 'eu', bucket: 'shop', access_key_id: 'AK' }
const settings = (body: object): [Endpoint, CallArgs] => [updateSettings, { body }]
const newProvider = () => ({
  slug: `p-${crypto.randomUUID().slice(0, 8)}`,
  name: 'P',
  api_url: 'https://p.example.com/api',
})
const someone = async () => ({ id: (await makeUser(one.ctx)).id })
async function providerOf(own: { isStopped?: boolean } = {}): Promise<{ id: number }> {
  const { id } = await makeProvider(one.ctx, { url: 'https://up.example.com/api/v2' })
  await one.ctx.pool.query('update providers set is_sandbox = false where id = $1', [id])
  if (own.isStopped === true) await send(pauseProvider, { params: { id } })
  return { id }
}

/** Each action that needs a proof, prepared again for each test of it. */
const acts: Record<string, () => Promise<[Endpoint, CallArgs]>> = {
  'making an API key': async () => [createApiKey, {}],
  'making an API key with a name': async () => [createNamedKey, { body: { name: 'Bot' } }],
  'rotating an API key': async () => {
    await send(createApiKey, {}, { password })
    const [key] = (await one.call(getApiAccess, { token: owner.token })).body.keys
    return [rotateApiKey, { params: { id: key?.id } }]
  },
  'a further scope of an API key': async () => {
    await send(createNamedKey, { body: { name: 'Bot', scopes: ['read'] } }, { password })
    const [key] = (await one.call(getApiAccess, { token: owner.token })).body.keys
    return [changeApiKey, { params: { id: key?.id }, body: { scopes: ['read', 'order'] } }]
  },
  'a higher daily limit of an API key for payments': async () => {
    const body = { name: 'Pay', scopes: ['payments'], daily_limit: 5 }
    await send(createNamedKey, { body }, { password })
    const [key] = (await one.call(getApiAccess, { token: owner.token })).body.keys
    return [changeApiKey, { params: { id: key?.id }, body: { daily_limit: 6 } }]
  },
  'deleting a user': async () => [desk.deleteUser, { params: await someone() }],
  'inviting staff': async () => [
    desk.inviteUser,
    {
      body: {
        name: 'S',
        email: `${crypto.randomUUID()}@example.com`,
        role: 'admin',
        permissions: ['orders'],
      },
    },
  ],
  'making somebody staff': async () => [
    desk.updateUser,
    { params: await someone(), body: { role: 'admin' } },
  ],
  'permissions of staff': async () => {
    const { id } = await makeUser(one.ctx, { role: 'admin', permissions: ['orders'] })
    return [desk.updateUser, { params: { id }, body: { permissions: ['orders', 'money'] } }]
  },
  "somebody's second factor": async () => {
    const { id } = await joinWithFactor(one)
    return [twoFactor.resetTwoFactor, { params: { id }, body: { reason: 'lost' } }]
  },
  'a second factor of their own': async () => [twoFactor.setUpTwoFactor, {}],
  'adding a provider': async () => [createProvider, { body: newProvider() }],
  "a provider's address": async () => [
    updateProvider,
    { params: await providerOf(), body: { api_url: 'https://elsewhere.example.com/api/v2', key: 'k2' } },
  ],
  "a provider's key": async () => [updateProvider, { params: await providerOf(), body: { key: 'k2' } }],
  'resuming a provider': async () => [resumeProvider, { params: await providerOf({ isStopped: true }) }],
  'the mail server': async () => settings({ mail: { ...mail, host: `${crypto.randomUUID()}.example.com` } }),
  'the gateways': async () => {
    const { body } = await one.call(getSettings, { token: owner.token })
    return settings({
      gateways: {
        cryptomus: { ...body.settings.gateways.cryptomus, is_on: !body.settings.gateways.cryptomus.is_on },
      },
    })
  },
  'the bonuses': async () =>
    settings({ bonuses: [{ from: 100, percent: 1 + Math.floor(Math.random() * 900) }] }),
  'analytics and chat': async () => {
    const meta = String(1e14 + Math.floor(Math.random() * 1e14))
    return settings({ visitor_tags: { ga4: null, plausible: null, meta, tawk: null, crisp: null } })
  },
  'the storage': async () =>
    settings({
      storage: { ...bucket, bucket: `b-${crypto.randomUUID().slice(0, 8)}` },
      storage_secret_key: 's',
    }),
}

test.each(Object.entries(acts))(
  '%s needs a fresh proof: an old session is refused and changes nothing, and the password in the request is a proof',
  async (_name, prepare) => {
    await one.ctx.pool.query('delete from api_keys')
    const [endpoint, args] = await prepare()
    await age(owner.id)
    const refused = await send(endpoint, args)
    expect([refused.status, refused.json['code'], refused.json['details']]).toEqual([
      403,
      'proof_required',
      { two_factor: false },
    ])
    const wrong = await send(endpoint, args, { password: 'not-the-password' })
    expect([wrong.status, wrong.json['fields']]).toEqual([
      422,
      { password: 'Your current password is incorrect' },
    ])
    expect(codeIn(await send(endpoint, args))).toBe('proof_required')
    expect(codeIn(await send(endpoint, args, { password }))).toBeLessThan(300)
  },
)

test('every call of the contract that needs a proof is tested here, and none is open to an API key', async () => {
  const held = new Set(
    (await Promise.all(Object.values(acts).map((act) => act()))).map(([endpoint]) => endpoint),
  )
  // Ends every session of a restored database: tested in restored/resume-restored.test.ts.
  held.add(resumeRestored)
  const proving = endpoints.filter(({ endpoint }) => endpoint.proof !== undefined)
  expect(proving.filter(({ endpoint }) => !held.has(endpoint)).map(({ name }) => name)).toEqual([])
  expect(proving.filter(({ endpoint }) => endpoint.takesKey !== undefined)).toEqual([])
  await one.ctx.pool.query('delete from api_keys')
  const { key } = (await send(createApiKey, {}, { password })).body as unknown as { key: string }
  const viewed = await one.call(startView, {
    token: owner.token,
    params: await someone(),
    body: { reason: 'asked' },
  })
  for (const { endpoint } of proving) {
    const args = { params: { id: 1 }, body: { password } }
    expect(codeIn(await one.call(endpoint, { ...args, token: key })), endpoint.path).toBe(
      'insufficient_permissions',
    )
    expect((await one.call(endpoint, { ...args, token: viewed.body.token })).status, endpoint.path).toBe(403)
  }
})

test('a harmless change needs no proof', async () => {
  const { id } = await providerOf()
  const { id: userId } = await makeUser(one.ctx)
  await age(owner.id)
  const all = (await one.call(getSettings, { token: owner.token })).json['settings'] as object
  const email = `${crypto.randomUUID()}@example.com`
  for (const [endpoint, args] of [
    [updateSettings, { body: { brand: { name: 'Acme' } } }],
    [updateSettings, { body: all }],
    [updateProvider, { params: { id }, body: { name: 'Renamed', api_url: 'https://up.example.com/api/v2' } }],
    // It is enabled and not stopped.
    [updateProvider, { params: { id }, body: { is_enabled: true } }],
    [pauseProvider, { params: { id } }],
    [desk.updateUser, { params: { id: userId }, body: { name: 'Bo', role: 'user', status: 'active' } }],
    [desk.inviteUser, { body: { name: 'C', email, role: 'user' } }],
  ] as const satisfies [Endpoint, CallArgs][])
    expect(codeIn(await send(endpoint, args)), endpoint.path).toBeLessThan(300)
})

test('an address sent back as shown changes nothing, whatever part of it is hidden', async () => {
  const { id } = await providerOf({ isStopped: true })
  const api_url = 'https://up.example.com/api/v2?key=hidden'
  await one.ctx.pool.query('update providers set api_url = $2 where id = $1', [id, api_url])
  await age(owner.id)
  const { status, body } = await one.call(updateProvider, {
    token: owner.token,
    params: { id },
    body: { api_url },
  })
  expect([status, body.provider.health.state]).toEqual([200, 'stopped'])
})

test('a proof is valid for ten minutes, also for a renewed session; a renewal is none', async () => {
  const own = await confirmed(await join(one))
  const make = (token: string, shown: object = {}) => one.call(createApiKey, { token, body: shown })
  await age(own.id, limits.proofMinutes - 1)
  expect((await make(own.token)).status).toBe(201)
  await age(own.id)
  const renewed = (await one.call(refreshToken, { token: own.token })).body.token
  expect((await make(renewed)).body.code).toBe('proof_required')
  // Another tab gives its proof with the previous token.
  expect((await make(own.token, { password })).status).toBe(201)
  await one.ctx.pool.query('delete from api_keys where user_id = $1', [own.id])
  expect((await make(renewed)).status).toBe(201)
  await one.ctx.pool.query('delete from api_keys where user_id = $1', [own.id])
  const again = (await one.call(refreshToken, { token: renewed })).body.token
  expect((await make(again)).status).toBe(201)
  await one.ctx.pool.query(
    `update sessions set proven_at = now() - make_interval(mins => $2) where user_id = $1`,
    [own.id, limits.proofMinutes + 1],
  )
  expect((await make(again)).body.code).toBe('proof_required')
})

test('a two-factor code is a proof, once, and a wrong one is reported', async () => {
  const own = await confirmed(await joinWithFactor(one))
  await age(own.id)
  const make = (shown: object) => one.call(createApiKey, { token: own.token, body: shown })
  expect((await make({})).json).toMatchObject({ code: 'proof_required', details: { two_factor: true } })
  const refusal = { code: 'This code is wrong or was already used' }
  expect((await make({ code: wrongCodeOf(own.secret) })).body.fields).toEqual(refusal)
  const code = codeOf(own.secret)
  expect((await make({ code })).status).toBe(201)
  await age(own.id)
  expect((await make({ code })).body.fields).toEqual(refusal)
  expect((await make({ password })).status).toBe(201)
})

test('a wrong proof counts as a try to sign in, and a right one does not', async () => {
  const strict = await one.another({ databaseUrl: one.database.url, env: { RATE_LIMITS: 'default' } })
  const own = await confirmed(await join(one))
  const make = (shown: string) => strict.call(createApiKey, { token: own.token, body: { password: shown } })
  const enter = () => strict.call(login, { body: { email: own.email, password } })
  for (let times = 0; times < 12; times += 1) {
    await one.ctx.pool.query('delete from api_keys where user_id = $1', [own.id])
    expect((await make(password)).status).toBe(201)
  }
  for (let times = 0; times < 10; times += 1) expect((await make('not-the-password')).status).toBe(422)
  expect([(await make(password)).status, (await enter()).status]).toEqual([429, 429])
})
