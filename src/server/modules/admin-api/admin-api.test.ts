import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { listAdminDeposits } from '#contract/payments/admin-deposits.ts'
import { changeApiKey, createNamedKey } from '#contract/users/api-keys.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { addPayment } from '#server/modules/payments/admin/add-payment.ts'
import { createApiKey } from '#server/modules/users/api-keys/manage-keys.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'

// Named by the rows of the protocol (reseller.md, "Admin API v2"), over a real socket.

let app: TestApp
let staff: TestUser
let key: string
beforeAll(async () => {
  app = await makeTestApp()
  staff = await makeUser(app.ctx, { role: 'admin' })
  key = await makeKey(staff)
})
afterEach(() => auditMoney(app.ctx))
afterAll(() => app.drop())

const makeKey = (owner: TestUser, limit = '100000') =>
  createApiKey(app.ctx, {
    userId: owner.id,
    address: '127.0.0.1',
    name: `Key ${Math.random()}`,
    scopes: ['payments'],
    daily_limit: usd(limit),
  })

async function makeNamed(username: string): Promise<TestUser & { username: string }> {
  const user = await makeUser(app.ctx)
  await app.ctx.db.updateTable('users').set({ username }).where('id', '=', user.id).execute()
  return { ...user, username }
}

type Answer = { status: number; type: string | null; headers: Headers; json: ReturnType<typeof JSON.parse> }

async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${app.url}/adminapi/v2${path}`, { redirect: 'error', ...init })
  const { status, headers } = response
  return { status, headers, type: headers.get('content-type'), json: JSON.parse(await response.text()) }
}
const get = (path: string, own: string | undefined = key) =>
  send(path, own === undefined ? {} : { headers: { 'X-Api-Key': own } })
const post = (body: unknown, own = key, path = '/payments/add') =>
  send(path, {
    method: 'POST',
    headers: { 'x-API-key': own, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const pay = (username: string, memo: string, own: Record<string, unknown> = {}) =>
  post({ username, amount: 12.5, method: 'Wire', memo, affiliate_commission: true, ...own })

test('A1 takes the key in X-Api-Key, in any case, or in the query; another is 401, one that may not is 403, in JSON', async () => {
  const user = await makeNamed('a1-user')
  const find = `/users?username=${user.username}`
  expect((await get(find)).json.data.count).toBe(1)
  expect((await send(`${find}&apikey=${key}`)).json.data.count).toBe(1)
  const byQuery = await send(`/payments/add?apikey=${key}`, {
    method: 'POST',
    body: new URLSearchParams({ username: user.username, amount: '3', method: 'Wire', memo: 'query 1' }),
  })
  expect([byQuery.status, byQuery.json.error_code]).toEqual([200, 0])
  for (const wrong of [undefined, '', 'nonsense', `${key}x`, staff.token]) {
    const refused = await send(find, { headers: wrong === undefined ? {} : { 'x-api-key': wrong } })
    expect([refused.status, refused.type]).toEqual([401, 'application/json'])
    expect(refused.json).toEqual({ data: null, error_message: 'Authentication required', error_code: 401 })
  }
  const mayNot = [
    await createApiKey(app.ctx, { userId: staff.id, address: '127.0.0.1' }),
    await makeKey(await makeUser(app.ctx)),
    await makeKey(await makeUser(app.ctx, { role: 'admin', permissions: ['orders', 'users'] })),
  ]
  for (const one of mayNot) {
    const refused = await post({ username: user.username, amount: 1, memo: 'x1' }, one)
    expect([refused.status, refused.json.error_code]).toEqual([403, 403])
    expect(refused.json.error_message).toBe('Insufficient permissions')
  }
  expect(await balanceOf(app.ctx, user.id)).toBe(usd('3'))
})

test('A1 a key ends with its owner: demoted, it is refused at once', async () => {
  const owner = await makeUser(app.ctx, { role: 'admin' })
  const own = await makeKey(owner)
  expect((await get('/users?username=none', own)).status).toBe(200)
  await app.ctx.db.updateTable('users').set({ role: 'user' }).where('id', '=', owner.id).execute()
  expect((await get('/users?username=none', own)).status).toBe(403)
})

test('A2 answers {data, error_message, error_code} with the number 0, and lists with count, list and pagination', async () => {
  const user = await makeNamed('a2-user')
  const found = await get('/users?username=a2-user')
  expect([found.status, found.type]).toEqual([200, 'application/json'])
  expect(found.json).toEqual({
    data: { count: 1, list: [{ id: user.id, username: 'a2-user', email: user.email, balance: 0 }] },
    pagination: { prev_page_href: '', next_page_href: '', offset: 0, limit: 100 },
    error_message: '',
    error_code: 0,
  })
})

test('A2 other paths are 404 in the same envelope, with or without a key', async () => {
  for (const [path, init] of [
    ['/orders', {}],
    ['/orders/', {}],
    ['/orders/change-status', { method: 'POST', body: '{}' }],
    ['/payments/add', {}],
    ['/../v1', {}],
  ] as const) {
    const refused = await send(path, init)
    expect([path, refused.status, refused.type]).toEqual([path, 404, 'application/json'])
    expect(refused.json).toEqual({ data: null, error_message: 'Not found', error_code: 404 })
  }
})

test('A11 credits a deposit that the customer sees, in both shapes of the body, and answers its id and the balance', async () => {
  const user = await makeNamed('a11.user')
  const first = await pay('A11.USER', 'invoice 77', { amount: '12.50', unknown_member: [1] })
  expect(first.json).toEqual({
    data: { payment_id: expect.any(Number), user: { id: user.id, balance: 12.5 } },
    error_message: '',
    error_code: 0,
  })
  const nested = await post({
    user: { username: 'a11.user' },
    amount: { value: '0.00000001' },
    memo: 'nested 1',
  })
  expect(nested.json.data.user.balance).toBe(12.50000001)
  const byId = await post({ user_id: String(user.id), amount: 7, method: 3, memo: 99 })
  expect(byId.json.data.user.balance).toBe(19.50000001)
  const form = new FormData()
  for (const [name, value] of Object.entries({
    username: 'a11.user',
    amount: '1',
    method: 'Wire',
    memo: 'm1',
  }))
    form.set(name, value)
  const byForm = await send('/payments/add/', { method: 'POST', headers: { 'x-api-key': key }, body: form })
  expect(byForm.json.data.user.balance).toBe(20.50000001)
  const { body } = await app.call(listTransactions, { token: user.token, query: {} })
  expect(body.transactions.map(({ id, description }) => [id, description])).toEqual([
    [byForm.json.data.payment_id, 'Deposit by transfer, reference Wire, m1'],
    [byId.json.data.payment_id, 'Deposit by transfer, reference 3, 99'],
    [nested.json.data.payment_id, 'Deposit by transfer, reference nested 1'],
    [first.json.data.payment_id, 'Deposit by transfer, reference Wire, invoice 77'],
  ])
})

test('A11 an empty text and null count as not sent', async () => {
  const user = await makeNamed('a11-empty')
  const sent = async (body: Record<string, unknown>) =>
    (await post({ amount: 1, ...body })).json.data?.user.balance
  expect(await sent({ username: '', user_id: user.id, memo: null, method: null })).toBe(1)
  expect(await sent({ username: null, user: null, user_id: String(user.id), memo: '', method: '' })).toBe(2)
  expect(await sent({ username: ' ', user: { username: 'a11-empty' }, user_id: null })).toBe(3)
  expect(await sent({ username: 'a11-empty', user: { username: null }, user_id: '' })).toBe(4)
  for (const nobody of [
    { username: '', user_id: '' },
    { username: null, user: null, user_id: null },
  ])
    expect((await post({ amount: 1, ...nobody })).status).toBe(422)
})

test('A11 each payment is in the audit log, with the key and who it belongs to', async () => {
  const user = await makeNamed('a11-audit')
  const { json } = await pay(user.username, 'invoice 1')
  const { rows } = await app.database.pool.query(
    `select actor_id, action, reason, after ->> 'amount' as amount, key_id is not null as by_key from audit_log
     where subject = 'deposit' and subject_id = $1`,
    [json.data.payment_id],
  )
  expect(rows).toEqual([
    {
      actor_id: staff.id,
      action: 'deposit.enter',
      reason: 'Wire, invoice 1',
      amount: '1250000000',
      by_key: true,
    },
  ])
})

test.each(['order 1', 'ten letters'])(
  'A11 the same payment within 10 minutes is one where the memo names it (%j), also at once in two processes',
  async (memo) => {
    const user = await makeNamed(`once-${memo.length}`)
    const other = await app.another()
    const body = JSON.stringify({ username: user.username, amount: 5, method: 'Wire', memo })
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const answers = await Promise.all(
      [app.url, other.url, app.url, other.url].map(async (url) => {
        const response = await fetch(`${url}/adminapi/v2/payments/add`, { method: 'POST', headers, body })
        return (await response.json()) as { data: unknown } // of the contract
      }),
    )
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('5'))
    // Another amount, method, memo or customer is another payment.
    await pay(user.username, memo, { amount: 6 })
    await pay(user.username, memo, { amount: 5, method: 'Cash' })
    await pay(user.username, `${memo} 2`, { amount: 5 })
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('21'))
  },
)

test('A11 after 10 minutes the same payment is another one', async () => {
  const user = await makeNamed('a11-later')
  const { rows } = await app.database.pool.query(
    `select id from api_keys where user_id = $1 and scopes = '{payments}' order by created_at`,
    [staff.id],
  )
  const by = { actorId: staff.id, keyId: rows[0].id, address: '127.0.0.1' }
  const payment = { userId: user.id, amount: usd('5'), method: 'Wire', memo: 'invoice 5' }
  const at = (minutes: number) => ({
    ...app.ctx,
    clock: () => new Date(Date.now() + minutes * 60_000),
  })
  const { id } = await addPayment(app.ctx, { by, payment })
  expect((await addPayment(at(9), { by, payment })).id).toBe(id)
  expect((await addPayment(at(11), { by, payment })).id).not.toBe(id)
})

test('A11 two payments whose memo names nothing are both credited, and staff see them as a pair', async () => {
  const user = await makeNamed('a11-pair')
  const [one, two] = await Promise.all([pay(user.username, 'deposit'), pay(user.username, 'deposit')])
  expect(await balanceOf(app.ctx, user.id)).toBe(usd('25'))
  const { body } = await app.call(listAdminDeposits, {
    token: staff.token,
    query: { attention: 'true', user_id: String(user.id) },
  })
  const [first, second] = [one.json.data.payment_id, two.json.data.payment_id].toSorted((a, b) => b - a)
  expect(
    body.deposits.map(({ id, review_code, review_details }) => [id, review_code, review_details]),
  ).toEqual([
    [first, 'same_payment', { deposit_id: second }],
    [second, 'same_payment', { deposit_id: first }],
  ])
})

test("A11 refuses invalid amounts, unknown users, and amounts above the key's daily limit", async () => {
  const user = await makeNamed('a11-no')
  for (const amount of [
    0,
    -5,
    '-5',
    '0',
    '1,5',
    '1e3',
    'ten',
    '0.000000001',
    0.000000001,
    1e12,
    null,
    true,
    {},
    [1],
  ]) {
    const refused = await pay(user.username, 'invoice 9', { amount })
    expect([amount, refused.status, refused.json.error_code]).toEqual([amount, 422, 422])
  }
  for (const who of [{ username: 'nobody-at-all' }, { username: undefined, user_id: 999_999 }]) {
    const refused = await pay(user.username, 'invoice 9', who)
    expect([refused.status, refused.json]).toEqual([
      404,
      { data: null, error_message: 'User not found', error_code: 404 },
    ])
  }
  const small = await makeKey(staff, '20')
  const spend = (memo: string) => post({ username: user.username, amount: 12, method: 'Wire', memo }, small)
  const both = await Promise.all([spend('limit 1'), spend('limit 2')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  // One that was credited before is answered, whatever the limit has left.
  const paid = both.findIndex(({ status }) => status === 200) + 1
  expect((await spend(`limit ${paid}`)).status).toBe(200)
  expect(await balanceOf(app.ctx, user.id)).toBe(usd('12'))
})

test('A12 finds a user by exactly the name or the email, in any case: none or one', async () => {
  const user = await makeNamed('a12_User')
  const count = async (query: string) => (await get(`/users${query}`)).json.data.count
  expect(await count('?username=A12_uSER&email=')).toBe(1)
  expect(await count(`?username=&email=${encodeURIComponent(user.email.toUpperCase())}&page=2`)).toBe(1)
  expect(await count('/?username=a12_User')).toBe(1)
  expect(await count(`?username=a12_User&email=${encodeURIComponent(user.email)}`)).toBe(1)
  expect(await count(`?username=a12_User&email=${encodeURIComponent(staff.email)}`)).toBe(0)
  for (const none of ['?username=a12_Use', '?username=%25', '?email=a12_User', '', '?username='])
    expect([none, await count(none)]).toEqual([none, 0])
})

test('A14 refuses more than 5 calls a second of a key with 429 in the envelope, and no other key', async () => {
  const strict = await makeTestApp({ env: { RATE_LIMITS: 'default' } })
  try {
    const owner = await makeUser(strict.ctx, { role: 'admin' })
    const terms = { scopes: ['payments'], daily_limit: usd('10') } as const
    const [one, other] = [
      await createApiKey(strict.ctx, { ...terms, userId: owner.id, address: '127.0.0.1', name: 'One' }),
      await createApiKey(strict.ctx, { ...terms, userId: owner.id, address: '127.0.0.1', name: 'Other' }),
    ]
    const ask = (own: string) =>
      fetch(`${strict.url}/adminapi/v2/users?username=a`, { headers: { 'x-api-key': own } })
    // More than are taken in the seconds that they need on a slow machine.
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(one)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5)
    expect(refused.length).toBeGreaterThan(0)
    expect(await refused[0]?.json()).toMatchObject({ data: null, error_code: 429 })
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect((await ask(other)).status).toBe(200)
    await vi.waitFor(async () => expect((await ask(one)).status).toBe(200), { timeout: 3_000, interval: 300 })
  } finally {
    await strict.drop()
  }
})

test('invalid input of any kind is refused in the envelope, and never as an internal error', async () => {
  const bodies = [
    '',
    'null',
    '[]',
    '1',
    '"x"',
    '{',
    'NaN',
    '{"a":NaN}',
    '{"__proto__":{}}',
    '{"username":"\\u0000","amount":1}',
  ]
  for (const body of bodies)
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]) {
      const headers = { 'x-api-key': key, 'content-type': type }
      const { status, json } = await send('/payments/add?user_id=1&x=%00', { method: 'POST', headers, body })
      expect([body, type, status < 500, json.error_code, json.data]).toEqual([body, type, true, status, null])
    }
  for (const query of [
    'username=%00',
    'username=a&username=b',
    'username=%ED%A0%80',
    `username=${'9'.repeat(200)}`,
  ]) {
    const { status, json } = await get(`/users?${query}`)
    expect([query, status < 500, typeof json.error_code]).toEqual([query, true, 'number'])
  }
})

test('A15 an empty object changes nothing and is an error', async () => {
  const before = await app.database.pool.query('select count(*)::int as count from transactions')
  for (const body of [{}, { amount: 5 }, { username: 'x' }, { user: {} }]) {
    const { status, json } = await post(body)
    expect([body, status >= 400, json.error_code > 0, json.error_message !== '']).toEqual([
      body,
      true,
      true,
      true,
    ])
  }
  const after = await app.database.pool.query('select count(*)::int as count from transactions')
  expect(after.rows).toEqual(before.rows)
})

test('only staff with the permission create a key with the scope; it has a daily limit and no other scope', async () => {
  const make = (own: Record<string, unknown>, { token }: TestUser = staff) => {
    const body = { name: `Own ${Math.random()}`, scopes: ['payments'], daily_limit: 50, ...own }
    return app.call(createNamedKey, { token, body })
  }
  expect((await make({})).status).toBe(201)
  expect((await make({ daily_limit: null })).body).toMatchObject({
    fields: { daily_limit: expect.any(String) },
  })
  expect((await make({ scopes: ['payments', 'read'] })).body).toMatchObject({
    fields: { scopes: "A payments key can't have other scopes" },
  })
  const helper = await makeUser(app.ctx, { role: 'admin', permissions: ['orders'] })
  for (const other of [helper, await makeUser(app.ctx)]) {
    expect((await make({}, other)).status).toBe(403)
    const plain = await make({ scopes: ['read'] }, other)
    const { id } = plain.body.keys[0] ?? { id: '' }
    const raised = await app.call(changeApiKey, {
      token: other.token,
      params: { id },
      body: { scopes: ['payments'] },
    })
    expect(raised.status).toBe(403)
  }
})
