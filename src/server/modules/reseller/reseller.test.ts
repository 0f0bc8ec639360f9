import { request as rawRequest } from 'node:http'
import type { Socket } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { changeApiAccess, createApiKey } from '#contract/users/api-keys.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { startFront } from '#test/database-front.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeReseller, readAnswer } from '#test/reseller-client.ts'

// Longer than most: the rows of the protocol that need no provider, one test or more each.

let app: TestApp
let said = ''
let user: TestUser
let key: string
let call: ReturnType<typeof makeReseller>
let service: { id: number }
let links = 0

beforeAll(async () => {
  app = await makeTestApp({ log: makeLog('trace', { write: (line: string) => void (said += line) }) })
  service = await makeService(app.ctx, { name: 'Likes & "more" <3', rate: '1.2345', min: 10, max: 2000 })
})
afterAll(async () => {
  await auditMoney(app.ctx)
  await app.drop()
})
beforeEach(async () => {
  ;({ user, key } = await makeCustomer('1000'))
  call = makeReseller(app, key)
})

async function makeCustomer(balance: string) {
  const made = await makeUser(app.ctx, { balance })
  return { user: made, key: await makeKey(made) }
}

async function makeKey({ token }: TestUser): Promise<string> {
  return (await app.call(createApiKey, { token })).body.key
}

const order = (quantity: number | string = 100) => ({
  service: service.id,
  link: `https://example.com/${(links += 1)}`,
  quantity,
})
const get = async (query: string, path = '/api/v2', init: RequestInit = {}) =>
  readAnswer(await fetch(`${app.url}${path}?${query}`, { redirect: 'manual', ...init }))

async function countOrders(userId = user.id): Promise<number> {
  const rows = await app.ctx.db.selectFrom('orders').select('id').where('user_id', '=', userId).execute()
  return rows.length
}

test.each(['services', 'balance', 'nothing'])(
  'R1 the content type of %s has nothing behind it',
  async (action) => {
    const { status, headers } = await call(action)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  },
)

test('R2 an order is placed by GET, form, multipart and JSON, with key and action in the query of a POST too', async () => {
  const query = (fields: object) =>
    new URLSearchParams(Object.entries(fields).map(([name, one]) => [name, String(one)]))
  const whole = () => ({ key, action: 'add', ...order() })
  const parts = new FormData()
  for (const [name, value] of Object.entries(whole())) parts.append(name, String(value))
  const post = async (body: RequestInit['body'], search = '', headers = {}) =>
    readAnswer(await fetch(`${app.url}/api/v2${search}`, { method: 'POST', body: body ?? null, headers }))
  const answers = [
    await get(String(query(whole()))),
    await post(query(whole())),
    await post(parts),
    await post(JSON.stringify(whole()), '', { 'content-type': 'application/json' }),
    await post(query(order()), `?key=${key}&action=add`),
  ]
  for (const { json } of answers) expect(json).toEqual({ order: expect.any(Number) })
  expect(await countOrders()).toBe(5)
  const head = await fetch(`${app.url}/api/v2?${query(whole())}`, { method: 'HEAD' })
  expect([head.status, await countOrders()]).toEqual([404, 5])
})

test('R2 a key in the query is in no log', async () => {
  said = ''
  for (const action of ['balance', 'services', 'add', 'status', 'unknown'])
    await get(`key=${key}&action=${action}`)
  await get(`key=${key}x&action=balance`)
  await get(`key=${key}&key=${key}&action=%zz`)
  await get(`key=${key}`, '/api/v2/nothing')
  await get('action=balance', '/api/v2', { headers: { authorization: `Bearer ${key}x` } })
  expect(said).not.toBe('')
  expect(said).not.toContain(key)
})

test.each(['/api/v2', '/api/v2/'])('R3 %s answers itself, without a redirect', async (path) => {
  const { status, json } = await get(`key=${key}&action=balance`, path)
  expect([status, json]).toEqual([200, { balance: '1000.00', currency: 'USD' }])
})

test('R4 numbers may be texts, and empty optional fields are absent', async () => {
  const empty = { runs: '', interval: 'undefined', comments: 'null', usernames: '', answer_number: '' }
  const { json } = await call('add', { ...order(' 100 '), service: ` ${service.id} `, ...empty })
  expect(json).toEqual({ order: expect.any(Number) })
  const posted = await fetch(`${app.url}/api/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, action: 'status', order: json.order, orders: null }),
  })
  expect((await readAnswer(posted)).json).toMatchObject({ status: 'Pending' })
})

test('R4 lists by commas with blanks, orders[] and orders[0]; duplicates once', async () => {
  const one = (await call('add', order())).json.order
  const two = (await call('add', order())).json.order
  const lists = [
    `orders=${one},%20${two},,${one}`,
    `orders[]=${one}&orders[]=${two}`,
    `orders[0]=${one}&orders[1]=${two}`,
  ]
  for (const list of lists)
    expect(Object.keys((await get(`key=${key}&action=status&${list}`)).json)).toEqual([`${one}`, `${two}`])
  const body = JSON.stringify({ key, action: 'cancel', orders: [one, `${one}`] })
  const json = { 'content-type': 'application/json' }
  const canceled = await readAnswer(await fetch(`${app.url}/api/v2`, { method: 'POST', headers: json, body }))
  expect(canceled.json).toEqual([{ order: one, cancel: 1 }])
})

test.each(['status', 'refill', 'cancel', 'refill_status'])(
  'R4 %s of more than 100 is refused, of 100 not',
  async (action) => {
    const ids = Array.from({ length: 101 }, (_, at) => 900_000_000 + at)
    const name = action === 'refill_status' ? 'refills' : 'orders'
    const send = async (list: number[]) => (await call(action, { [name]: list.join(', ') })).json
    expect(await send(ids)).toEqual({ error: 'Incorrect request' })
    expect(Object.keys(await send([...ids.slice(1), 900_000_001]))).toHaveLength(100)
  },
)

test('R5 R6 R7 errors are one text with status 200', async () => {
  const poor = makeReseller(app, (await makeCustomer('0.01')).key)
  const answers = {
    'Incorrect request': [
      await call('nothing'),
      await call(''),
      await call('toString'),
      await call('status'),
      await call('cancel'),
      await call('refill'),
      await call('refill_status'),
      await call('add', { ...order(), runs: 2 }),
    ],
    'Invalid API key': [
      await makeReseller(app, `${key}x`)('balance'),
      await makeReseller(app, '')('balance'),
      await makeReseller(app, user.token)('balance'),
    ],
    'Incorrect service ID': [
      await call('add', { ...order(), service: 999_999 }),
      await call('add', { ...order(), service: 'abc' }),
      await call('add', { link: 'https://example.com/a', quantity: 100 }),
    ],
    'Incorrect order ID': [
      await call('status', { order: 900_000_000 }),
      await call('status', { order: 'abc' }),
      await call('refill', { order: 900_000_000 }),
    ],
    'Refill not found': [await call('refill_status', { refill: 900_000_000 })],
    'Incorrect link': [
      await call('add', { ...order(), link: 'javascript:alert(1)' }),
      await call('add', { ...order(), link: '' }),
    ],
    'Quantity less than minimal 10': [await call('add', order(9)), await call('add', order('many'))],
    'Quantity more than maximum 2000': [
      await call('add', order(2001)),
      await call('add', order('100000000000000000000')),
    ],
    'Not enough funds on balance': [await poor('add', order())],
  }
  for (const [text, all] of Object.entries(answers))
    for (const { status, text: body } of all)
      expect([status, body]).toEqual([200, JSON.stringify({ error: text })])
  expect(await countOrders()).toBe(0)
})

test('R7 a body that cannot be read is refused in the same words', async () => {
  for (const [type, body] of [
    ['application/json', '{"key":'],
    ['text/plain', `key=${key}&action=balance`],
  ]) {
    const headers = { 'content-type': String(type) }
    const { status, text } = await readAnswer(
      await fetch(`${app.url}/api/v2`, { method: 'POST', headers, body: String(body) }),
    )
    expect([status, text]).toEqual([200, '{"error":"Incorrect request"}'])
  }
})

test('R8b a new order has all figures as digits', async () => {
  const { json } = await call('add', order())
  expect((await call('status', { order: json.order })).json).toEqual({
    charge: '0.12345',
    start_count: '0',
    status: 'Pending',
    remains: '100',
    currency: 'USD',
  })
})

test("R8e another key's order is known, another customer's is not", async () => {
  const { order: id } = (await call('add', order())).json
  const other = makeReseller(app, await makeKey(user))
  expect((await other('status', { order: id })).json).toMatchObject({ status: 'Pending' })
  const stranger = makeReseller(app, (await makeCustomer('1')).key)
  const unknown = { error: 'Incorrect order ID' }
  expect((await stranger('status', { order: id })).json).toEqual(unknown)
  expect((await stranger('status', { orders: id })).json).toEqual({ [id]: unknown })
  expect((await stranger('cancel', { orders: id })).json).toEqual([{ order: id, cancel: unknown }])
  expect((await stranger('refill', { orders: `${id},x` })).json).toEqual([
    { order: id, refill: unknown },
    { order: 'x', refill: unknown },
  ])
  expect((await other('cancel', { orders: id })).json).toEqual([{ order: id, cancel: 1 }])
  expect((await call('status', { order: id })).json).toMatchObject({
    status: 'Canceled',
    charge: '0',
    remains: '100',
  })
  expect(await balanceOf(app.ctx, user.id)).toBe(usd('1000'))
})

test("R8f a key's daily limit is 429 without a body, and places nothing", async () => {
  await app.call(changeApiAccess, { token: user.token, body: { daily_limit: 0.2 } })
  const two = await Promise.all([call('add', order()), call('add', order())])
  expect(two.map(({ status }) => status).toSorted()).toEqual([200, 429])
  const refused = two.find(({ status }) => status === 429)
  expect([refused?.text, refused?.headers.get('content-type')]).toEqual(['', null])
  // Until the next UTC day.
  const midnight = Math.ceil(app.ctx.clock().getTime() / 86_400_000) * 86_400
  const until = app.ctx.clock().getTime() / 1000 + Number(refused?.headers.get('retry-after'))
  expect(Math.abs(until - midnight)).toBeLessThan(10)
  expect(await countOrders()).toBe(1)
})

test('R8f in maintenance every action is 503 without a body', async () => {
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  const set = (isOn: boolean) =>
    app.call(updateSettings, { token, body: { maintenance: { is_on: isOn, message: 'Back soon' } } })
  expect((await set(true)).status).toBe(200)
  for (const action of ['add', 'status', 'balance', 'services']) {
    const { status, text, headers } = await call(action, order())
    expect([status, text, headers.get('content-type')]).toEqual([503, '', null])
    expect(headers.get('retry-after')).toBe('300')
  }
  expect((await set(false)).status).toBe(200)
  expect((await call('balance')).status).toBe(200)
})

test('R8f without the database every action is 503 without a body', async () => {
  const sockets: Socket[] = []
  let isAway = false
  const front = await startFront(app.database.product.url, () => (near, relay) => {
    sockets.push(near)
    if (isAway) near.destroy()
    else relay()
  })
  const other = await app.another({ databaseUrl: front.url })
  const ask = makeReseller(other, key)
  expect((await ask('balance')).status).toBe(200)
  isAway = true
  for (const socket of sockets) socket.destroy()
  for (const action of ['add', 'status', 'balance', 'services']) {
    const { status, text, headers } = await ask(action, { ...order(), order: 1 })
    expect([status, text, headers.get('content-type')]).toEqual([503, '', null])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  isAway = false
})

test('R8f under overload every action is 503 without a body', async () => {
  const busy = await makeTestApp({ shedding: { eventLoopDelayMsMax: 0.001, sampleMs: 100 } })
  onTestFinished(() => busy.drop())
  const ask = makeReseller(busy, key)
  await expect.poll(async () => (await ask('balance')).status, { timeout: 15_000 }).toBe(503)
  const { text, headers } = await ask('add', order())
  expect([text, headers.get('content-type'), headers.get('retry-after')]).toEqual(['', null, '5'])
}, 30_000)

test('R10 an old user agent without Accept is served', async () => {
  const headers = { 'user-agent': 'Mozilla/4.0 (compatible; MSIE 5.01; Windows NT 5.0)' }
  const text = await new Promise<string>((resolve, reject) => {
    rawRequest(`${app.url}/api/v2?key=${key}&action=balance`, { headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += String(chunk)))
      response.on('end', () => resolve(body))
    })
      .on('error', reject)
      .end()
  })
  expect(JSON.parse(text)).toEqual({ balance: '1000.00', currency: 'USD' })
})

test('R14 the key is accepted as a bearer token', async () => {
  const { json } = await get('action=balance', '/api/v2', { headers: { authorization: `Bearer ${key}` } })
  expect(json).toEqual({ balance: '1000.00', currency: 'USD' })
})

test('R16 an order with a key is placed once, by the header or the member', async () => {
  const fields = { ...order(), idempotency_key: 'a-1' }
  const first = await Promise.all([call('add', fields), call('add', fields), call('add', fields)])
  const ids = first.map(({ json }) => json.order)
  expect(new Set(ids)).toEqual(new Set([expect.any(Number)]))
  const { idempotency_key: name, ...bare } = fields
  const query = new URLSearchParams({
    ...bare,
    service: `${service.id}`,
    quantity: '100',
    key,
    action: 'add',
  })
  const again = await get(String(query), '/api/v2', { headers: { 'idempotency-key': name } })
  expect(again.json).toEqual({ order: ids[0] })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await countOrders()).toBe(1)
  const error = { error: 'Incorrect request' }
  expect((await call('add', { ...fields, quantity: 200 })).json).toEqual(error)
  expect((await call('add', { ...fields, idempotency_key: 'not visible' })).json).toEqual(error)
})

test('R16 keys are per call: the same one names another order of POST /api/orders/create', async () => {
  const fields = { ...order(), idempotency_key: 'k'.repeat(255) }
  const [{ json: first }, { json: copy }] = [await call('add', fields), await call('add', fields)]
  const body = { service_id: service.id, link: fields.link, quantity: 300 }
  const headers = { 'idempotency-key': fields.idempotency_key }
  const [other, again] = [
    await app.call(createOrder, { token: key, body, headers }),
    await app.call(createOrder, { token: key, body, headers }),
  ]
  expect([other.status, again.status, copy]).toEqual([201, 201, first])
  expect(again.body.order.id).toBe(other.body.order.id)
  expect(other.body.order.id).not.toBe(first.order)
  expect(await countOrders()).toBe(2)
})

test('a wrong key is in the security log, wherever it was sent', async () => {
  let own = ''
  // A separate app: the log limits lines per address.
  const other = await makeTestApp({ log: makeLog('trace', { write: (line: string) => void (own += line) }) })
  onTestFinished(() => other.drop())
  const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
  await makeReseller(other, wrong)('balance')
  const ask = (headers: Record<string, string>) => fetch(`${other.url}/api/v2?action=balance`, { headers })
  await ask({ authorization: `Bearer ${wrong}` })
  await ask({})
  expect(own.match(/"security":"token_refused"/g)).toHaveLength(2)
  expect(own).not.toContain(wrong)
})
