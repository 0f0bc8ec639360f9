import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { listOrders } from '#contract/orders/orders.ts'
import * as calls from '#contract/users/api-keys.ts'
import { getProfile } from '#contract/users/users.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser, usd } from '#test/factories.ts'

// A key's own name, scopes, addresses, limit and expiry; settings of all keys are in api-keys.test.ts.

let app: TestApp
let serviceId: number
beforeAll(async () => {
  app = await makeTestApp()
  serviceId = (await makeService(app.ctx, { rate: '1', min: 1 })).id
})
afterAll(() => app.drop())

async function make(user: TestUser, body: Record<string, unknown> = {}) {
  const { body: made } = await app.call(calls.createNamedKey, {
    token: user.token,
    body: { name: 'Bot', ...body },
  })
  return { key: made.key, id: made.keys.at(-1)?.id ?? '' }
}
const customer = () => makeUser(app.ctx, { balance: '1000' })
const keysOf = async ({ token }: TestUser) => (await app.call(calls.getApiAccess, { token })).body.keys
const change = ({ token }: TestUser, id: string, body: unknown) =>
  app.call(calls.changeApiKey, { token, params: { id }, body })
const rotate = ({ token }: TestUser, id: string, body: unknown = {}) =>
  app.call(calls.rotateApiKey, { token, params: { id }, body })
const statusOf = async (key: string) => (await app.call(getProfile, { token: key })).status
let links = 0
const order = (token: string, quantity = 1000) => {
  const link = `https://example.com/${(links += 1)}`
  return app.call(createOrder, { token, body: { service_id: serviceId, link, quantity } })
}
const mass = (token: string, count: number) => {
  const line = () => ({ service_id: serviceId, link: `https://example.com/${(links += 1)}`, quantity: 1000 })
  return app.call(placeMassOrder, { token, body: { lines: Array.from({ length: count }, line) } })
}

test('a key has the terms it was created with, and shows them', async () => {
  const user = await customer()
  const terms = {
    name: 'Bot',
    scopes: ['order', 'read'],
    allowed_addresses: ['127.0.0.1', '127.0.0.1/32'],
    daily_limit: 7.5,
    errors: 'code',
    expires_at: '2099-12-31',
  }
  const { key, id } = await make(user, terms)
  expect(await keysOf(user)).toEqual([
    expect.objectContaining({
      id,
      name: 'Bot',
      scopes: ['read', 'order'],
      allowed_addresses: ['127.0.0.1/32'],
      daily_limit: usd('7.5'),
      spent_today: 0n,
      errors: 'code',
      expires_at: new Date('2100-01-01T00:00:00.000Z'),
    }),
  ])
  const caller = await app.ctx.authenticateKey(`Bearer ${key}`, '127.0.0.1')
  expect(caller).toMatchObject({ keyId: id, scopes: ['read', 'order'], errors: 'code' })
})

test.each([[[]], [['admin']], [['read', 'read', 'order']], ['read']])(
  'a key with the scopes %j is refused',
  async (scopes) => {
    const user = await customer()
    const body = { name: 'Bot', scopes }
    expect((await app.call(calls.createNamedKey, { token: user.token, body })).status).toBe(422)
    expect(await keysOf(user)).toEqual([])
  },
)

test.each([
  ['no name', { name: ' ' }],
  ['a limit of nothing', { daily_limit: 0 }],
  ['an address that is none', { allowed_addresses: ['localhost'] }],
  ['an unknown kind of errors', { errors: 'numbers' }],
  ['an end in the past', { expires_at: '2020-01-01' }],
])('a key with %s is refused, when it is created and when it is changed', async (_what, odd) => {
  const user = await customer()
  const body = { name: 'Bot', ...odd }
  expect((await app.call(calls.createNamedKey, { token: user.token, body })).status).toBe(422)
  expect(await keysOf(user)).toEqual([])
  const { id } = await make(user)
  expect((await change(user, id, odd)).status).toBe(422)
})

test("a key can only do what its scope allows: a reading key can't order, and an ordering key can't read", async () => {
  const user = await customer()
  const [reads, orders] = [await make(user, { scopes: ['read'] }), await make(user, { scopes: ['order'] })]
  const of = async (token: string) => [
    (await order(token)).status,
    (await mass(token, 1)).status,
    (await app.call(listOrders, { token })).status,
    await statusOf(token),
  ]
  expect(await of(reads.key)).toEqual([403, 403, 200, 200])
  expect(await of(orders.key)).toEqual([201, 200, 403, 403])
  expect((await app.call(listOrders, { token: user.token })).body.orders).toHaveLength(2)
  expect((await change(user, reads.id, { scopes: ['order', 'read'] })).body.keys[0]?.scopes).toEqual([
    'read',
    'order',
  ])
  expect(await of(reads.key)).toEqual([201, 200, 200, 200])
  // A stolen session must not widen a key's scopes; narrowing them needs no proof.
  await app.ctx.pool.query(`update sessions set signed_in_at = now() - interval '1 day' where user_id = $1`, [
    user.id,
  ])
  expect((await change(user, orders.id, { scopes: ['read', 'order'] })).json).toMatchObject({
    code: 'proof_required',
  })
  expect((await change(user, reads.id, { scopes: ['read'] })).body.keys[0]?.scopes).toEqual(['read'])
  expect((await change(user, reads.id, { scopes: [] })).status).toBe(422)
  expect(await of(reads.key)).toEqual([403, 403, 200, 200])
  expect(await of(orders.key)).toEqual([201, 200, 403, 403])
})

test('a higher daily limit of a key for payments needs a proof, a lower one does not', async () => {
  const owner = await makeUser(app.ctx, { role: 'admin' })
  const { id } = await make(owner, { scopes: ['payments'], daily_limit: 50 })
  await app.ctx.pool.query(`update sessions set signed_in_at = now() - interval '1 day' where user_id = $1`, [
    owner.id,
  ])
  for (const more of [50.01, null])
    expect((await change(owner, id, { daily_limit: more })).json).toMatchObject({ code: 'proof_required' })
  expect((await change(owner, id, { daily_limit: 50 })).status).toBe(200)
  expect((await change(owner, id, { daily_limit: 10 })).body.keys[0]?.daily_limit).toBe(usd('10'))
  expect((await change(owner, id, { daily_limit: 50 })).json).toMatchObject({ code: 'proof_required' })
})

test('an expired key is refused like a wrong one, at the moment it expires', async () => {
  const user = await customer()
  const { key, id } = await make(user)
  const soon = new Date(Date.now() + 3_000).toISOString()
  expect((await change(user, id, { expires_at: soon })).status).toBe(200)
  // When the last accepted call was sent: the time of its answer depends on the machine.
  let acceptedAt = 0
  const tried = async () => {
    const sentAt = Date.now()
    const status = await statusOf(key)
    if (status === 200) acceptedAt = sentAt
    return status
  }
  expect(await tried()).toBe(200)
  await expect.poll(tried, { timeout: 30_000, interval: 20 }).toBe(401)
  expect(acceptedAt).toBeLessThan(new Date(soon).getTime())
  const wrong = await app.call(getProfile, { token: `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` })
  const expired = await app.call(getProfile, { token: key })
  expect([expired.status, expired.json['code'], expired.json['message']]).toEqual([
    wrong.status,
    wrong.json['code'],
    wrong.json['message'],
  ])
  // It is listed until it is deleted, but can't be changed or rotated any more.
  expect(await keysOf(user)).toMatchObject([{ id, is_expired: true }])
  expect((await change(user, id, { expires_at: null })).status).toBe(404)
  expect((await rotate(user, id)).status).toBe(404)
})

test("a key works from its own addresses, and from those of all keys only if they're also its own", async () => {
  const user = await customer()
  const here = await make(user, { allowed_addresses: ['127.0.0.0/8'] })
  const there = await make(user, { name: 'Other', allowed_addresses: ['192.0.2.0/24'] })
  const both = async () => [await statusOf(here.key), await statusOf(there.key)]
  const all = (list: string[]) =>
    app.call(calls.changeApiAccess, { token: user.token, body: { allowed_addresses: list } })
  expect(await both()).toEqual([200, 401])
  await all(['127.0.0.1'])
  expect(await both()).toEqual([200, 401])
  await all(['192.0.2.0/24'])
  expect(await both()).toEqual([401, 401])
  await all([])
  await change(user, there.id, { allowed_addresses: [] })
  expect(await both()).toEqual([200, 200])
})

describe('the daily limit of one key', () => {
  test('orders and mass orders at once spend exactly the limit of each key', async () => {
    const user = await customer()
    const [five, three] = [await make(user, { daily_limit: 5 }), await make(user, { daily_limit: 3 })]
    const sent = await Promise.all([
      ...Array.from({ length: 12 }, (_, at) => order(at % 2 === 0 ? five.key : three.key)),
      mass(five.key, 4),
      mass(three.key, 4),
    ])
    expect(sent.filter(({ json }) => json['code'] === 'daily_limit_reached').length).toBeGreaterThan(0)
    const keys = await keysOf(user)
    expect(keys.map((key) => key.spent_today)).toEqual([usd('5'), usd('3')])
    const spent = await app.database.pool.query('select sum(price)::text from orders where user_id = $1', [
      user.id,
    ])
    expect(spent.rows).toEqual([{ sum: '800000000' }])
    const { body } = await app.call(calls.getApiAccess, { token: user.token })
    expect(body.spent_today).toBe(usd('8'))
    expect((await order(five.key)).json).toMatchObject({
      code: 'daily_limit_reached',
      details: { limit: 5, spent: 5 },
    })
    // The next day it starts again.
    await app.database.pool.query('update api_keys set spent_on = spent_on - 1 where user_id = $1', [user.id])
    expect((await order(five.key)).status).toBe(201)
  })

  test('holds within the limit of all keys, and a refusal names the one that was reached', async () => {
    const user = await customer()
    const [five, free] = [await make(user, { daily_limit: 5 }), await make(user)]
    await app.call(calls.changeApiAccess, { token: user.token, body: { daily_limit: 6 } })
    for (const key of [five.key, five.key, five.key, five.key, free.key])
      expect((await order(key)).status).toBe(201)
    const details = async (token: string, quantity: number) => (await order(token, quantity)).json['details']
    expect(await details(five.key, 2_000)).toEqual({ limit: 5, spent: 4 })
    expect(await details(free.key, 2_000)).toEqual({ limit: 6, spent: 5 })
    expect((await order(free.key)).status).toBe(201)
    expect(await details(five.key, 1_000)).toEqual({ limit: 6, spent: 6 })
    expect((await mass(five.key, 1)).json['results']).toMatchObject([{ code: 'daily_limit_reached' }])
    expect((await keysOf(user)).map((key) => key.spent_today)).toEqual([usd('4'), usd('2')])
  })

  test('a limit set later counts what the key spent that day, and a refused order returns its part', async () => {
    const user = await makeUser(app.ctx, { balance: '3' })
    const { key, id } = await make(user)
    expect((await order(key)).status).toBe(201)
    await change(user, id, { daily_limit: 5 })
    expect((await order(key, 3_000)).json['code']).toBe('insufficient_balance')
    expect((await keysOf(user))[0]?.spent_today).toBe(usd('1'))
    expect((await order(key, 2_000)).status).toBe(201)
    expect((await keysOf(user))[0]?.spent_today).toBe(usd('3'))
  })

  test('a key that was revoked meanwhile spends nothing', async () => {
    const user = await customer()
    const { key, id } = await make(user, { daily_limit: 5 })
    expect(await statusOf(key)).toBe(200)
    // Without an event: it is still cached as active.
    await app.database.pool.query('delete from api_keys where id = $1', [id])
    expect((await order(key)).status).toBe(401)
    expect((await mass(key, 1)).status).toBe(401)
    expect((await app.call(listOrders, { token: user.token })).body.orders).toEqual([])
  })
})

describe('rotating', () => {
  test('gives a key on the same terms, and the earlier one ends after the chosen time', async () => {
    const user = await customer()
    const first = await make(user, { scopes: ['read'], daily_limit: 5, errors: 'code' })
    const answer = await rotate(user, first.id)
    expect(answer.status).toBe(201)
    const [old, next] = answer.body.keys
    const terms = { name: 'Bot', scopes: ['read'], daily_limit: usd('5'), errors: 'code' }
    expect([old, next]).toMatchObject([
      { id: first.id, ...terms },
      { ...terms, expires_at: null },
    ])
    const hours = ((old?.expires_at?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
    expect([await statusOf(first.key), await statusOf(answer.body.key)]).toEqual([200, 200])
    const { rows } = await app.database.pool.query(
      `select count(*)::int as n from emails where user_id = $1 and kind = 'api_key_made'`,
      [user.id],
    )
    expect(rows).toEqual([{ n: 2 }])
    // The name has two active keys until one of them ends.
    expect((await rotate(user, next?.id ?? '')).json).toMatchObject({
      code: 'state_conflict',
      details: { reason: 'keys_alive', max: 2, name: 'Bot' },
    })
  })

  test('ends the earlier key at once if that was chosen, and never makes it live longer', async () => {
    const user = await customer()
    const { key, id } = await make(user)
    expect(await statusOf(key)).toBe(200)
    const next = await rotate(user, id, { overlap_hours: 0 })
    expect([await statusOf(key), await statusOf(next.body.key)]).toEqual([401, 200])
    const soon = new Date(Date.now() + 3_600_000)
    const second = next.body.keys.at(-1)?.id ?? ''
    await change(user, second, { expires_at: soon.toISOString() })
    const last = await rotate(user, second, { overlap_hours: 168 })
    expect(last.body.keys.map((one) => one.expires_at).slice(1)).toEqual([soon, soon])
    for (const odd of [-1, 169, 1.5, '1'])
      expect((await rotate(user, second, { overlap_hours: odd })).status).toBe(422)
  })

  test('the day continues: both keys together spend what the earlier one had left', async () => {
    const user = await customer()
    const first = await make(user, { daily_limit: 10 })
    expect((await order(first.key, 6000)).status).toBe(201)
    const next = (await rotate(user, first.id)).body.key
    expect((await order(next, 5000)).status).toBe(409)
    expect((await order(next, 1000)).status).toBe(201)
    expect((await order(first.key, 4000)).status).toBe(409)
    expect((await order(first.key, 1000)).status).toBe(201)
    // In one statement, and with both keys at the same time.
    const [one, other] = await Promise.all([mass(next, 2), mass(first.key, 2)])
    expect([one.status, other.status].toSorted()).toEqual([200, 200])
    expect((await keysOf(user)).map((key) => key.spent_today)).toEqual([usd('10'), usd('10')])
    const placed = (await app.call(listOrders, { token: user.token })).body.orders
    expect(placed.reduce((sum, { price }) => sum + price, 0n)).toBe(usd('10'))
    await app.database.pool.query('update api_keys set spent_on = spent_on - 1 where user_id = $1', [user.id])
    for (const [key, status] of [
      [first.key, 201],
      [next, 409],
    ] as const)
      expect((await order(key, 9000)).status).toBe(status)
  })

  test('twice at once is one replacement', async () => {
    const user = await customer()
    const { id } = await make(user)
    const answers = await Promise.all(Array.from({ length: 4 }, () => rotate(user, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await keysOf(user)).toHaveLength(2)
  })
})

test('at most two active keys share a name, even after renaming; at most twenty exist', async () => {
  const user = await customer()
  const name = (text: string) =>
    app.call(calls.createNamedKey, { token: user.token, body: { name: text, scopes: ['read'] } })
  for (const status of [201, 201, 409]) expect((await name('Bot')).status).toBe(status)
  const { id } = await make(user, { name: 'Other' })
  expect((await change(user, id, { name: 'Bot' })).json['code']).toBe('state_conflict')
  expect((await change(user, id, { name: 'Panel' })).body.keys.at(-1)?.name).toBe('Panel')
  await app.database.pool.query('delete from rate_limits')
  for (let at = 4; at <= calls.API_KEYS_MAX; at += 1) expect((await name(`Bot ${at}`)).status).toBe(201)
  await app.database.pool.query('delete from rate_limits')
  expect((await name('One more')).json).toMatchObject({ code: 'state_conflict', details: { max: 20 } })
})

test("a stranger's key is unknown", async () => {
  const [user, stranger] = [await customer(), await customer()]
  const { id } = await make(user)
  expect((await change(stranger, id, { name: 'Mine' })).status).toBe(404)
  expect((await rotate(stranger, id)).status).toBe(404)
  expect((await keysOf(user)).map(({ name }) => name)).toEqual(['Bot'])
})
