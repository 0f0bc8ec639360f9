import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { endpoints } from '#contract/endpoints.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { deleteUser, updateUser } from '#contract/users/admin-users.ts'
import * as keys from '#contract/users/api-keys.ts'
import { getProfile } from '#contract/users/users.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeReseller, type ResellerAnswer } from '#test/reseller-client.ts'

// Longer than most: every call of the protocol with a test key, and what it must not do.

let app: TestApp
let service: { id: number }
let user: TestUser
let key: string
let call: ReturnType<typeof makeReseller>
beforeAll(async () => {
  app = await makeTestApp()
  service = await makeService(app.ctx, { rate: '10', min: 1, max: 5000, refill: true })
})
afterAll(async () => {
  await auditMoney(app.ctx)
  await app.drop()
})
beforeEach(async () => {
  user = await makeUser(app.ctx, { balance: '5' })
  ;({ key } = await makeKey(user))
  call = makeReseller(app, key)
})

async function makeKey({ token }: TestUser, own: Record<string, unknown> = {}) {
  const body = { name: 'Test', is_test: true, ...own }
  const { status, json, body: made } = await app.call(keys.createNamedKey, { token, body })
  return { status, json, key: made.key, id: made.keys?.at(-1)?.id ?? '' }
}

let links = 0
const add = (quantity: number, own: Record<string, string | number> = {}) => {
  links += 1
  return call('add', { service: service.id, link: `https://example.com/${links}`, quantity, ...own })
}
const place = async (quantity: number): Promise<number> => (await add(quantity)).json.order
const age = (seconds: number) =>
  app.database.pool.query(
    `update test_orders set created_at = created_at - make_interval(secs => $2),
       refill_asked_at = refill_asked_at - make_interval(secs => $2) where user_id = $1`,
    [user.id, seconds],
  )
const statusOf = async (order: number) => (await call('status', { order })).json
const balance = async () => (await call('balance')).json.balance

/** Data that a test key must not touch. */
async function countReal() {
  const { rows } = await app.database.pool.query(
    `select (select count(*) from orders)::int as orders, (select count(*) from transactions)::int as transactions,
       (select count(*) from dispatch_queue)::int as queued, (select sum(spent) from api_keys)::int as spent`,
  )
  return rows[0]
}

test('a test key buys, is answered like any other, and moves no money', async () => {
  const before = await countReal()
  expect(key).toMatch(new RegExp(`^tr_test_${user.id}_[\\w-]{43}$`))
  expect(await balance()).toBe('1000.00')
  const first = await place(1000)
  expect(await statusOf(first)).toEqual({
    charge: '10.00',
    start_count: '0',
    status: 'Pending',
    remains: '1000',
    currency: 'USD',
  })
  expect(await balance()).toBe('990.00')
  await age(10)
  expect(await statusOf(first)).toMatchObject({ status: 'In progress', start_count: '100' })
  await age(10)
  expect(await statusOf(first)).toMatchObject({ status: 'Completed', remains: '0', charge: '10.00' })
  expect(await countReal()).toEqual(before)
  expect(await balanceOf(app.ctx, user.id)).toBe(usd('5'))
})

test('the last digit of the quantity decides: partial, canceled, slow and refunded later', async () => {
  const [partial, canceled, slow, later] = [
    await place(102),
    await place(103),
    await place(105),
    await place(109),
  ]
  expect(await balance()).toBe('995.81')
  await age(70)
  const many = (await call('status', { orders: [partial, canceled, slow, later].join(',') })).json
  expect(many).toMatchObject({
    [partial]: { status: 'Partial', remains: '51', charge: '0.51' },
    [canceled]: { status: 'Canceled', remains: '103', charge: '0' },
    [slow]: { status: 'In progress' },
    [later]: { status: 'Partial', charge: '0.55', remains: '54' },
  })
  // Refunded money can be spent again.
  expect(await balance()).toBe('997.89')
})

test('refused, failing, and placed without an answer: each on purpose', async () => {
  expect((await add(104)).json).toEqual({ error: 'Not enough funds on balance' })
  const trouble = await add(107)
  expect([trouble.status, trouble.text]).toEqual([503, ''])
  expect((await call('orders')).json).toEqual([])
  const lost = await add(108, { idempotency_key: 'lost' })
  expect([lost.status, lost.text, lost.headers.get('retry-after')]).toEqual([503, '', '2'])
  const [order] = (await call('orders')).json
  expect(order).toMatchObject({ quantity: '108', status: 'Pending', service: service.id })
  // Sent again with the same key, it is not placed twice.
  const again = await add(108, { idempotency_key: 'lost', link: order.link })
  expect([again.json, again.headers.get('idempotent-replayed')]).toEqual([{ order: order.order }, 'true'])
  expect((await add(109, { idempotency_key: 'lost' })).json).toEqual({ error: 'Incorrect request' })
})

test('what is refused for a real order is refused in the same words', async () => {
  const real = makeReseller(app, (await app.call(keys.createApiKey, { token: user.token })).body.key)
  const refusals: [string, Record<string, string | number>][] = [
    ['add', { service: 999_999, link: 'https://example.com/a', quantity: 10 }],
    ['add', { service: service.id, link: 'javascript:alert(1)', quantity: 10 }],
    ['add', { service: service.id, link: 'https://example.com/a', quantity: 5001 }],
    ['add', { service: service.id, link: 'https://example.com/a', quantity: 0 }],
    ['add', { service: service.id, link: 'https://example.com/a', quantity: 10, runs: 2 }],
    ['status', { order: 999_999 }],
    ['status', { orders: '999999,x' }],
    ['refill', { order: 999_999 }],
    ['refill_status', { refills: '999999' }],
    ['cancel', { orders: '999999' }],
    ['orders', { since: 'soon' }],
    ['nothing', {}],
  ]
  const said = ({ status, text }: ResellerAnswer) => [status, text]
  for (const [action, fields] of refusals)
    expect([action, ...said(await call(action, fields))]).toEqual([
      action,
      ...said(await real(action, fields)),
    ])
  const same = await real('services')
  expect((await call('services')).text).toBe(same.text)
})

test('a test order is canceled before it begins, and refilled after it was delivered', async () => {
  const [canceled, done] = [await place(1000), await place(2000)]
  expect((await call('cancel', { orders: canceled })).json).toEqual([{ order: canceled, cancel: 1 }])
  expect(await statusOf(canceled)).toMatchObject({ status: 'Canceled', charge: '0', remains: '1000' })
  expect((await call('refill', { order: done })).json).toEqual({ error: 'Refill is not available' })
  await age(20)
  expect((await call('cancel', { orders: done })).json).toEqual([
    { order: done, cancel: { error: 'Cancel is not available' } },
  ])
  const { refill } = (await call('refill', { order: done })).json
  expect((await call('refill', { order: done })).json).toEqual({ refill })
  const states = []
  for (const seconds of [0, 5, 15]) {
    await age(seconds)
    states.push((await call('refill_status', { refill })).json.status)
  }
  expect(states).toEqual(['Pending', 'In progress', 'Completed'])
  expect((await call('refill', { order: canceled })).json).toEqual({ error: 'Refill days are over' })
})

test("a test key doesn't see real orders, and a real key doesn't see test orders", async () => {
  const real = makeReseller(app, (await app.call(keys.createApiKey, { token: user.token })).body.key)
  const fields = { service: service.id, link: 'https://example.com/r', quantity: 100 }
  const { order } = (await real('add', fields)).json
  const own = await place(100)
  expect((await real('orders')).json).toMatchObject([{ order }])
  expect((await call('orders')).json).toMatchObject([{ order: own }])
  expect(await statusOf(order === own ? own + 1_000_000 : order)).toEqual({ error: 'Incorrect order ID' })
  const stranger = makeReseller(app, (await makeKey(await makeUser(app.ctx, {}))).key)
  expect((await stranger('status', { order: own })).json).toEqual({ error: 'Incorrect order ID' })
})

test("prices follow the customer's custom rates", async () => {
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  const body = { discount_percent: 50 }
  await app.call(updateUser, { token, params: { id: user.id }, body })
  expect(await statusOf(await place(1000))).toMatchObject({ charge: '5.00' })
})

test('a test key is refused by every other call, with a code of its own', async () => {
  const calls = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')
  expect(calls.length).toBeGreaterThan(100)
  for (const { name, endpoint } of calls) {
    const answer = await fetch(app.url + endpoint.path.replace(/:\w+/g, '1'), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${key}` },
    })
    const { code } = (await answer.json()) as { code: string } // of a refusal
    expect([name, answer.status, code]).toEqual([name, 403, 'test_key'])
  }
  const admin = await fetch(`${app.url}/adminapi/v2/users?username=ann`, { headers: { 'x-api-key': key } })
  expect(admin.status).toBe(403)
  const order = { service_id: service.id, link: 'https://example.com/x', quantity: 100 }
  expect((await app.call(createOrder, { token: key, body: order })).json['code']).toBe('test_key')
})

test('its scopes, expiry and addresses apply on /api/v2 too', async () => {
  await app.call(keys.revokeApiKey, { token: user.token })
  const reads = makeReseller(app, (await makeKey(user, { scopes: ['read'] })).key)
  expect((await reads('balance')).json).toMatchObject({ balance: '1000.00' })
  const fields = { service: service.id, link: 'https://example.com/x', quantity: 100 }
  expect((await reads('add', fields)).json).toEqual({ error: 'Invalid API key' })
  await app.call(keys.revokeApiKey, { token: user.token })
  expect((await reads('balance')).json).toEqual({ error: 'Invalid API key' })
})

test('there is one test key, which is replaced at once', async () => {
  expect(await makeKey(user)).toMatchObject({
    status: 409,
    json: { code: 'state_conflict', details: { reason: 'test_key_alive' } },
  })
  const { body } = await app.call(keys.getApiAccess, { token: user.token })
  expect(body.keys).toMatchObject([{ is_test: true, spent_today: 0n }])
  const params = { id: body.keys[0]?.id }
  const rotated = await app.call(keys.rotateApiKey, { token: user.token, params, body: {} })
  expect([rotated.status, rotated.body.keys.map((one) => [one.is_test, one.is_expired])]).toEqual([
    201,
    [
      [true, true],
      [true, false],
    ],
  ])
  expect((await call('balance')).json).toEqual({ error: 'Invalid API key' })
  expect((await makeReseller(app, rotated.body.key)('balance')).json).toMatchObject({ currency: 'USD' })
})

test('the newest 100 orders are stored, and are deleted with the user', async () => {
  const last = await place(1)
  await app.database.pool.query(
    `insert into test_orders (user_id, id, service_id, link, quantity, price, refill, created_at)
     select user_id, -n, service_id, link, 1, 0, false, created_at
     from test_orders, generate_series(1, 150) n where id = $1`,
    [last],
  )
  const newest = await place(1)
  const count = async () =>
    (
      await app.database.pool.query(
        'select count(*)::int as n, max(id)::int as last from test_orders where user_id = $1',
        [user.id],
      )
    ).rows[0]
  expect(await count()).toEqual({ n: 100, last: newest })
  const listed = (await call('orders', { limit: 2 })).json
  expect(listed.map((one: { order: number }) => one.order)).toEqual([newest, last])
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  const query = { expected_balance: '5', expected_open_orders: '0' }
  expect((await app.call(deleteUser, { token, params: { id: user.id }, query })).status).toBeLessThan(300)
  expect(await count()).toMatchObject({ n: 0 })
})

test('concurrent copies under one idempotency key are one order', async () => {
  const fields = { idempotency_key: 'same', link: 'https://example.com/same' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(100, fields)))
  expect(new Set(answers.map(({ json }) => json.order))).toEqual(new Set([expect.any(Number)]))
  expect((await call('orders')).json).toHaveLength(1)
  expect((await app.call(getProfile, { token: user.token })).status).toBe(200)
})
