import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { type Endpoint, errorsOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { createOrder } from '#contract/orders.ts'
import { createPayment } from '#contract/payments.ts'
import { hashPassword } from '#server/auth/hash-password.ts'
import { addNotification } from '#server/notifications/add-notification.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { auditMoney } from './audit.ts'
import { makeProvider, makeService, makeUser, signIn, type TestUser } from './factories.ts'

/** What holds for every call, whoever wrote it: the list is the contract's own. */
let app: TestApp
let owner: TestUser
let stranger: TestUser
let admin: TestUser
/** Of the owner, by the beginning of the path that takes it. */
let things: Record<string, string>
/** A body that each call takes, so that one odd member in it is the only thing wrong. */
let bodies: Record<string, Record<string, unknown>>

beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeUser(app.ctx, { balance: '1000' })
  stranger = await makeUser(app.ctx, { balance: '1000' })
  admin = await makeUser(app.ctx, { role: 'admin' })
  const passwordHash = await hashPassword('a-long-password')
  await app.ctx.db.updateTable('users').set({ password_hash: passwordHash }).execute()
  const service = await makeService(app.ctx, { rate: '1' })
  const provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
  const order = { service_id: service.id, link: 'https://example.com/a', quantity: 100 }
  const placed = await app.call(createOrder, { token: owner.token, body: order })
  const notice = await addNotification(app.ctx.db, { userId: owner.id, type: 'other', message: 'Hello' })
  things = {
    '/api/orders/': String(placed.body.order.id),
    '/api/admin/orders/': String(placed.body.order.id),
    '/api/notifications/': String(notice),
    '/api/payment/status/': await makeDeposit(owner.id),
    '/api/services/': String(service.id),
    '/api/admin/services/': String(service.id),
    '/api/admin/users/': String(stranger.id),
    '/api/admin/providers/': String(provider.id),
  }
  const account = { name: 'Somebody', email: 'somebody@example.com', password: 'a-long-password' }
  bodies = {
    register: { ...account, terms: true },
    setup: { ...account, token: 'a'.repeat(40) },
    login: { email: account.email, password: account.password, code: '1' },
    changePassword: { currentPassword: 'a-long-password', newPassword: 'b-long-password' },
    updateProfile: { name: 'Somebody', email: 'other@example.com', phone: '1', country: 'us' },
    updateUser: { name: 'Somebody', balance: 1, expected_balance: 2, reason: 'so', role: 'user' },
    createOrder: { ...order, price: 0.1, comments: 'a', user_id: null },
    createPayment: { amount: 10, payment_method: 'cryptomus', userId: null },
    createService: { name: 'S', description: '', category: 'C', platform: 'P', rate: 1, min: 1, max: 9 },
    updateService: { name: 'S', description: '', category: 'C', platform: 'P', rate: 1, min: 1, max: 9 },
    createProvider: { slug: 'fresh', name: 'N', api_url: 'https://example.com', currency: 'USD' },
    updateProvider: { name: 'N', currency: 'USD', usd_per_unit: '1', is_enabled: false },
    fetchServices: { provider: 'nobody', useCache: true, socialMediaOnly: false },
    importServices: { provider: 'nobody', platform: 'P', markupPercentage: 1, serviceIds: [1] },
    adminCompleteOrder: { provider_order: '1', reason: 'so' },
  }
})
afterAll(() => app.drop())

async function makeDeposit(userId: number): Promise<string> {
  const reference = `deposit-${userId}`
  await app.ctx.db
    .insertInto('deposits')
    .values({
      user_id: userId,
      reference,
      gateway: 'cryptomus',
      payment_method: 'cryptomus',
      amount: 1_000_000_000n,
      bonus: 0n,
      check_at: new Date(Date.now() + 60_000),
    })
    .execute()
  return reference
}

const named = endpoints.map(({ name, endpoint }) => [name, endpoint] as const)
const closed = named.filter(([, { access }]) => access !== 'public')
const ofUsers = named.filter(([, { access }]) => access === 'user')

type Sent = {
  token?: string
  param?: string
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

async function send({ method, path, body: schema }: Endpoint, { token, param, query, body, headers }: Sent) {
  const beginning = Object.keys(things).find((one) => path.startsWith(one)) ?? ''
  const filled = path.replace(/:\w+/, param ?? things[beginning] ?? '1')
  const isSent = body !== undefined || schema !== undefined
  const response = await fetch(`${app.url}${filled}${query === undefined ? '' : `?${query}`}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(isSent && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(isSent && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: text && JSON.parse(text) }
}

/** One body for every refusal, and nothing of the inside in it. */
function expectRefusal({ status, headers, text, json }: Awaited<ReturnType<typeof send>>) {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(json).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) })
  const code = json.code as keyof typeof errorCatalogue // looked up in the line below
  expect(errorCatalogue[code].status).toBe(status)
  const withFields = status === 422 || code === 'price_changed'
  expect(Object.keys(json).toSorted()).toEqual(
    ['code', ...(withFields ? ['fields'] : []), 'message', 'requestId', 'success'].toSorted(),
  )
  expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts\b|select .* from|insert into/)
}

describe('who is asking', () => {
  test.each(closed)('%s: nobody without a token', async (_name, endpoint) => {
    for (const token of [undefined, 'a.b.c', owner.token.slice(0, -2)]) {
      const answer = await send(endpoint, { ...(token !== undefined && { token }) })
      expect(answer.status).toBe(401)
      expectRefusal(answer)
    }
  })

  test.each(named.filter(([, { access }]) => access === 'admin'))(
    '%s: not for a user',
    async (name, endpoint) => {
      const answer = await send(endpoint, { token: owner.token, body: bodies[name] })
      expect([answer.status, answer.json.message]).toEqual([403, 'Insufficient permissions'])
      expectRefusal(answer)
    },
  )

  test.each(ofUsers)('%s: not in the name of another user', async (name, endpoint) => {
    for (const query of [
      `user_id=${owner.id}`,
      `userId=${owner.id}`,
      `userId=${stranger.id}&userId=${owner.id}`,
    ]) {
      const answer = await send(endpoint, { token: stranger.token, query, body: bodies[name] })
      expect([query, answer.status]).toEqual([query, 403])
      expectRefusal(answer)
    }
    if (endpoint.body === undefined) return
    for (const member of ['user_id', 'userId']) {
      const answer = await send(endpoint, {
        token: stranger.token,
        body: { ...bodies[name], [member]: owner.id },
      })
      expect(answer.status).toBe(403)
    }
  })

  test.each(ofUsers.filter(([, { params }]) => params !== undefined))(
    "%s: another user's thing is not found, like one that does not exist",
    async (_name, endpoint) => {
      const foreign = await send(endpoint, { token: stranger.token })
      expect(foreign.status).toBe(404)
      expectRefusal(foreign)
      const none = await send(endpoint, { token: stranger.token, param: '987654321' })
      expect({ ...none.json, requestId: '' }).toEqual({ ...foreign.json, requestId: '' })
    },
  )

  test('live events: not without a token, nor in the name of another user', async () => {
    const headers = { authorization: `Bearer ${stranger.token}` }
    for (const member of ['user_id', 'userId'])
      expect((await fetch(`${app.url}${EVENTS_PATH}?${member}=${owner.id}`, { headers })).status).toBe(403)
    expect((await fetch(app.url + EVENTS_PATH)).status).toBe(401)
  })
})

describe('lists', () => {
  const lists = named.filter(([, { query }]) => membersOf(query).includes('limit'))

  test.each(lists)('%s: takes a limit of 1 to 200 and its own cursors', async (_name, endpoint) => {
    const members = membersOf(endpoint.query)
    for (const good of ['limit=1', 'limit=200'])
      expect((await send(endpoint, { token: admin.token, query: good })).status).toBe(200)
    const bad = ['limit=0', 'limit=201', 'limit=-1', 'limit=x', 'limit=', 'limit=1.5']
    if (members.includes('cursor')) bad.push('cursor=', 'cursor=!', 'cursor=abc', `cursor=${'9'.repeat(30)}`)
    if (members.includes('page')) bad.push('page=0', 'page=-1', 'page=x', 'page=1000001')
    for (const query of bad) {
      const answer = await send(endpoint, { token: admin.token, query })
      expect([query, answer.json.code]).toEqual([query, 'invalid_parameter'])
    }
  })
})

describe('the form of answers', () => {
  test.each(named.filter(([, { method }]) => method === 'GET'))(
    '%s: times with milliseconds, figures with at most 8 decimals',
    async (_name, endpoint) => {
      const answer = await send(endpoint, { token: endpoint.access === 'admin' ? admin.token : owner.token })
      expect(answer.status).toBe(200)
      expect(misshapen(answer.json)).toEqual([])
    },
  )
})

function misshapen(value: unknown, key = ''): unknown[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => misshapen(member, name))
  const isTime = !key.endsWith('_at') || value === null || timePattern.test(String(value))
  const isFigure = typeof value !== 'number' || Number(value.toFixed(8)) === value
  return isTime && isFigure ? [] : [{ [key]: value }]
}
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const oddTexts = [
  '0',
  '-1',
  '1.5',
  '1e309',
  'NaN',
  'abc',
  "'",
  '%00',
  '%F0%9F%92%A9',
  '..%2f..',
  '%ED%A0%80',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(40),
]
/** As they stand in JSON. */
const oddValues = [
  'null',
  '""',
  String.raw`"\u0000"`,
  String.raw`"\ud800"`,
  '"abc"',
  '[]',
  '{}',
  '[[]]',
  'true',
  '0',
  '-1',
  '1.5',
  '1e309',
  '-1e309',
  '1e-9',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
]
const oddBodies = [
  '',
  'null',
  '[]',
  '1',
  '"x"',
  '{',
  'NaN',
  '{"a":NaN}',
  '{"__proto__":{}}',
  '{"extra":1}',
  '[{}]',
]

describe('odd input', () => {
  test.each(named)('%s: is refused in one form, with a code of the contract', async (name, endpoint) => {
    // A call may end the session that it came with.
    const tokens = [await signIn(app.ctx, stranger.id), await signIn(app.ctx, admin.id)]
    const codes = new Set<string>([...errorsOf(endpoint), 'not_found'])
    for (const sent of oddCalls(name, endpoint)) {
      for (const token of tokens) {
        const answer = await send(endpoint, { ...sent, token })
        if (answer.status < 400) continue
        expect([sent, answer.json.code, codes.has(answer.json.code)]).toEqual([sent, answer.json.code, true])
        expect([sent, answer.json.code]).not.toEqual([sent, 'internal_error'])
        expectRefusal(answer)
      }
    }
  })

  test('a missing field and one of another type are told apart', async () => {
    const { amount, ...others } = bodies['createPayment'] ?? {}
    const fieldOf = async (body: unknown) =>
      (await send(createPayment, { token: owner.token, body })).json.fields.amount
    expect(await fieldOf(others)).toBe('This field is required')
    expect(await fieldOf({ ...others, amount: String(amount) })).toBe('This value has the wrong type')
    expect(await fieldOf('{"payment_method":"cryptomus","amount":1e309}')).toBe(
      'This value has the wrong type',
    )
  })

  test('texts that PostgreSQL can not hold are refused, in orders of lists too', async () => {
    const service = await makeService(app.ctx, { type: 'Custom Comments', min: 1 })
    const order = { service_id: service.id, link: 'https://example.com/b' }
    for (const comments of ['one\u0000', 'one\ud800'])
      expect((await send(createOrder, { token: owner.token, body: { ...order, comments } })).status).toBe(422)
    const body = { ...order, comments: 'one\r\ntwo 💩\t' }
    expect((await send(createOrder, { token: owner.token, body })).status).toBe(201)
  })

  test('has moved no money that the ledger does not know of', async () => {
    await expect(auditMoney(app.ctx)).resolves.toBeUndefined()
  })
})

function* oddCalls(name: string, endpoint: Endpoint): Generator<Sent> {
  const body = bodies[name]
  if (endpoint.params !== undefined) for (const param of oddTexts) yield { param, body }
  for (const key of membersOf(endpoint.query))
    for (const text of oddTexts) {
      yield { query: `${key}=${text}`, body }
      yield { query: `${key}=1&${key}=${text}`, body }
    }
  yield { query: '__proto__=1&constructor=2&%00=3', body }
  if (endpoint.body === undefined) return
  for (const text of oddBodies) yield { body: text }
  for (const key of membersOf(endpoint.body)) {
    const { [key]: _, ...others } = body ?? {}
    for (const value of oddValues)
      yield {
        body: `${JSON.stringify(others).slice(0, -1)}${Object.keys(others).length > 0 ? ',' : ''}"${key}":${value}}`,
      }
  }
}

function membersOf(schema: Endpoint['body']): string[] {
  if (schema === undefined) return []
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties ?? {})
}
