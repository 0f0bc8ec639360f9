import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { exportUsers, getAdminUser, listUsers, updateUser } from '#contract/users/admin-users.ts'
import { countries, getProfile, updateLanguage, updateProfile } from '#contract/users/users.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

// Longer than most: managing users is tested as a whole, on one app.

let one: TestApp
let admin: TestUser
beforeAll(async () => {
  one = await makeTestApp()
  admin = await makeUser(one.ctx, { role: 'admin', name: 'Staff' })
})
afterAll(() => one.drop())

test('shows the signed-in user, with the balance, and nothing secret', async () => {
  const { id, email, token } = await makeUser(one.ctx, { balance: '12.34567891' })
  const { status, json } = await one.call(getProfile, { token })
  expect(status).toBe(200)
  expect(json).toEqual({
    success: true,
    user: {
      id,
      name: expect.any(String),
      username: expect.any(String),
      email,
      phone: null,
      country: null,
      language: null,
      balance: 12.34567891,
      role: 'user',
      status: 'active',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    },
  })
  expect((await one.call(getProfile)).status).toBe(401)
})

test('changes the profile; omitted fields stay, null and empty clear', async () => {
  const { token, email } = await makeUser(one.ctx)
  const put = async (own: Record<string, unknown>) =>
    (await one.call(updateProfile, { token, body: { name: 'Bo', email, ...own } })).body.user
  expect(await put({ email: email.toUpperCase(), phone: '+1 555', country: 'us' })).toMatchObject({
    name: 'Bo',
    email,
    phone: '+1 555',
    country: 'us',
  })
  expect(await put({})).toMatchObject({ phone: '+1 555', country: 'us', language: null })
  expect(await put({ language: 'ru' })).toMatchObject({ language: 'ru' })
  expect(countries).toEqual(['us', 'ca', 'uk', 'au', 'in', 'other'])
  expect(await put({ phone: '', country: null })).toMatchObject({ phone: null, country: null })
})

test('a language is changed without affecting the rest, a pending email included', async () => {
  const { token, email } = await makeUser(one.ctx)
  const waiting = 'waits@example.com'
  await one.ctx.pool.query('update users set pending_email = $1 where email = $2', [waiting, email])
  const choose = (language: string, own: { token?: string } = { token }) =>
    one.call(updateLanguage, { ...own, body: { language } })
  expect((await choose('vi')).body.user).toMatchObject({ language: 'vi', pending_email: waiting, email })
  expect((await one.call(getProfile, { token })).body.user).toMatchObject({ language: 'vi' })
  expect((await choose('xx')).body.fields).toHaveProperty('language')
  expect((await choose('vi', {})).status).toBe(401)
})

test('refuses a profile with another email and no password, invalid fields, unknown members, or without signing in', async () => {
  const { token, email } = await makeUser(one.ctx)
  const put = (body: unknown, own: { token?: string } = { token }) =>
    one.call(updateProfile, { ...own, body })
  const taken = await put({ name: 'Bo', email: admin.email.toUpperCase() })
  expect([taken.status, Object.keys(taken.body.fields)]).toEqual([422, ['password']])
  for (const [body, field] of [
    [{ name: '', email }, 'name'],
    [{ name: 'Bo' }, 'email'],
    [{ name: 'Bo', email, country: 'mars' }, 'country'],
    [{ name: 'Bo', email, permissions_of: 'admin' }, 'permissions_of'],
    [{ name: 'B\0o', email }, 'name'],
  ] as const) {
    const answer = await put(body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]])
  }
  expect((await put({ name: 'Bo', email }, {})).status).toBe(401)
  // A GET response can be sent back, whatever it contains.
  const own = (await one.call(getProfile, { token })).json['user'] as object
  const sent = { ...own, balance: 100, role: 'admin', permissions: null, status: 'blocked', id: 1 }
  expect((await put(sent)).json['user']).toEqual(own)
})

test("a user with an email that today's rules refuse can save the rest of their profile, and no other such email", async () => {
  const { id, token } = await makeUser(one.ctx)
  const odd = `ｗide​${randomUUID()}@example.com`
  await one.ctx.pool.query('update users set email = $1 where id = $2', [odd, id])
  const put = (email: string) =>
    one.call(updateProfile, {
      token,
      body: { name: 'Bo', email, phone: '+1 5', password: 'a-long-password' },
    })
  const saved = await put(odd)
  expect([saved.status, saved.body.user.email, saved.body.user.phone]).toEqual([200, odd, '+1 5'])
  for (const other of [`x${odd}`, 'no email']) {
    const answer = await put(other)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['email']])
  }
})

test('lists users newest first in pages, with their number of orders', async () => {
  const mark = randomUUID()
  const users: TestUser[] = []
  for (const at of [1, 2, 3]) users.push(await makeUser(one.ctx, { name: `${mark} ${at}` }))
  await one.ctx.pool.query('update accounts set pending = 2, completed = 3, failed = 1 where user_id = $1', [
    users[2]?.id,
  ])
  const list = async (query: Record<string, string>) =>
    (await one.call(listUsers, { token: admin.token, query })).body
  const first = await list({ search: mark, limit: '2' })
  expect(first.users.map(({ id, orders }) => [id, orders])).toEqual([
    [users[2]?.id, 6],
    [users[1]?.id, 0],
  ])
  expect(first.pagination).toEqual({ totalItems: 3, totalPages: 2, isBounded: false })
  const second = await list({ search: mark, limit: '2', page: '2' })
  expect(second.users.map(({ id }) => id)).toEqual([users[0]?.id])
  expect((await list({ search: mark, page: '9' })).users).toEqual([])
})

test('sorts by balance, by what was spent and by when they were last seen, both ways, also what a filter finds', async () => {
  const mark = randomUUID()
  const ids: number[] = []
  for (const balance of ['300000', '100000', '200000'])
    ids.push((await makeUser(one.ctx, { name: `${mark} ${balance}`, balance })).id)
  const [a = 0, b = 0, c = 0] = ids
  const spends = 'update accounts set orders_total = $2, refunds_total = $3 where user_id = $1'
  for (const [id, orders, refunds] of [
    [a, -900_000_000n, 800_000_000n],
    [b, -500_000_000n, 0n],
    [c, -300_000_000n, 0n],
  ] as const)
    await one.ctx.pool.query(spends, [id, orders, refunds])
  for (const [id, at] of [
    [c, '2090-01-03'],
    [a, '2090-01-02'],
  ] as const)
    await one.ctx.pool.query('update users set seen_at = $2 where id = $1', [id, at])
  const list = async (query: Record<string, string>) =>
    (await one.call(listUsers, { token: admin.token, query })).body
  const idsOf = async (query: Record<string, string>) => (await list(query)).users.map(({ id }) => id)
  const own = { search: mark }
  expect(await idsOf({ ...own, sort: 'balance' })).toEqual([a, c, b])
  expect(await idsOf({ ...own, sort: 'balance', direction: 'ascending' })).toEqual([b, c, a])
  expect(await idsOf({ ...own, sort: 'spent' })).toEqual([b, c, a])
  expect((await list({ ...own, sort: 'spent' })).users.map(({ spent }) => spent)).toEqual([
    500_000_000n,
    300_000_000n,
    100_000_000n,
  ])
  expect(await idsOf({ ...own, sort: 'seen' })).toEqual([c, a])
  // For all users, from the sort's own index.
  expect((await idsOf({ sort: 'balance', limit: '3' })).toSorted()).toEqual(ids.toSorted())
  expect(await idsOf({ sort: 'balance', limit: '2', page: '2' })).toEqual([b, expect.any(Number)])
  expect(await idsOf({ sort: 'seen', limit: '2' })).toEqual([c, a])
  expect((await one.call(listUsers, { token: admin.token, query: { sort: 'name' } })).status).toBe(400)
})

test('a user who comes back is seen', async () => {
  const user = await makeUser(one.ctx)
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const seen = async () =>
    (await one.ctx.pool.query('select seen_at from users where id = $1', [user.id])).rows[0].seen_at
  expect(await seen()).toBeNull()
  await one.ctx.pool.query('update sessions set used_at = $2 where user_id = $1', [user.id, ago(10)])
  await one.call(getProfile, { token: user.token })
  await expect.poll(seen).toEqual(expect.any(Date))
})

test('a search with more than 500 results reaches every one by cursor, newest first, from any numbered page', async () => {
  const mark = randomUUID()
  // The oldest last: an index finds them in the order of writing.
  const { rows } = await one.ctx.pool.query<{ id: number }>(
    `insert into users (id, name, email, password_hash)
     select 1000000 - n, $1 || n, $1 || n || '@example.com', 'none' from generate_series(1, 1200) n returning id`,
    [mark],
  )
  await one.ctx.pool.query('insert into accounts (user_id) select unnest($1::int[])', [
    rows.map(({ id }) => id),
  ])
  const all = rows.map(({ id }) => id).toSorted((a, b) => b - a)
  const list = async (query: Record<string, string>) =>
    (await one.call(listUsers, { token: admin.token, query: { search: mark, limit: '200', ...query } })).body
  const walk = async (query: Record<string, string>) => {
    const found: number[] = []
    for (let asked: Record<string, string> | undefined = query; asked !== undefined;) {
      const { users, next_cursor: next } = await list(asked)
      found.push(...users.map(({ id }) => id))
      asked = next === null ? undefined : { cursor: next }
    }
    return found
  }
  expect(await walk({})).toEqual(all)
  expect(await walk({ page: '2' })).toEqual(all.slice(200))
  // The last page that is counted, and one beyond it.
  expect(await walk({ page: '3' })).toEqual(all.slice(400))
  expect(await walk({ page: '9' })).toEqual(all.slice(500))
})

test('finds users by part of a name or email in any case and by id, and takes wildcards literally', async () => {
  const { id, email } = await makeUser(one.ctx, { name: 'Zoë 100%_sure' })
  const find = async (search: string) =>
    (await one.call(listUsers, { token: admin.token, query: { search } })).body.users.map(({ id }) => id)
  expect(await find('zoë')).toEqual([id])
  expect(await find(email.slice(0, -4).toUpperCase())).toEqual([id])
  expect(await find('0%_s')).toEqual([id])
  expect(await find('Zo%sure')).toEqual([])
  expect(await find('Z_ë')).toEqual([])
  expect(await find(String(id))).toContain(id)
  expect(await find('9999999999')).toEqual([])
})

test('finds by a prefix of one or two characters, by role and by status, and continues below an id', async () => {
  const mark = `${String.fromCodePoint(0x10400)}${randomUUID().slice(0, 1)}`
  const staff = await makeUser(one.ctx, { name: `${mark} staff`, role: 'admin' })
  const user = await makeUser(one.ctx, { name: `${mark} user` })
  await makeUser(one.ctx, { name: `In the middle ${mark}` })
  await one.call(updateUser, { token: admin.token, params: { id: user.id }, body: { status: 'blocked' } })
  const find = async (query: Record<string, string>) =>
    (await one.call(listUsers, { token: admin.token, query })).body.users.map(({ id }) => id)
  expect(await find({ search: mark.slice(0, 2) })).toEqual([user.id, staff.id])
  expect(await find({ search: mark, role: 'admin' })).toEqual([staff.id])
  expect(await find({ search: mark, status: 'blocked' })).toEqual([user.id])
  expect(await find({ role: 'admin', before: String(staff.id), limit: '1' })).not.toContain(staff.id)
  expect((await find({ before: String(staff.id) })).every((id) => id < staff.id)).toBe(true)
})

test('a name that is a formula is harmless in the export, which has the results of the search', async () => {
  const { id, email } = await makeUser(one.ctx, { name: '=HYPERLINK("http://evil.example")', balance: '1.5' })
  await one.ctx.db.updateTable('users').set({ username: 'formula' }).where('id', '=', id).execute()
  const file = async (token: string | undefined) =>
    fetch(`${one.url}${exportUsers.path}?search=hyperlink`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  const [head, line, ...rest] = (await (await file(admin.token)).text()).split('\r\n')
  expect(head).toBe('id,created_at,name,email,role,status,balance,orders,open_orders,username,spent,seen_at')
  expect(line?.replace(/,\d{4}-[^,]*,/, ',then,')).toBe(
    `${id},then,"'=HYPERLINK(""http://evil.example"")",${email},user,active,1.50,0,0,formula,0.00,`,
  )
  expect(rest).toEqual([''])
  const customer = await makeUser(one.ctx)
  expect([(await file(customer.token)).status, (await file(undefined)).status]).toEqual([403, 401])
})

test("staff see a user's own details and when they were last signed in", async () => {
  const user = await makeUser(one.ctx, { balance: '3' })
  const look = async () =>
    (await one.call(getAdminUser, { token: admin.token, params: { id: user.id } })).body
  await one.call(updateProfile, {
    token: user.token,
    body: { name: 'Bo', email: user.email, phone: '+1 555', country: 'us' },
  })
  expect((await look()).user).toMatchObject({
    name: 'Bo',
    phone: '+1 555',
    country: 'us',
    is_invited: false,
    is_email_confirmed: false,
    open_orders: 0,
    used_at: expect.any(Date),
    // Created by the factory, not by registering.
    terms: null,
  })
  await one.call(updateUser, { token: admin.token, params: { id: user.id }, body: { status: 'blocked' } })
  expect((await look()).user).toMatchObject({ status: 'blocked', used_at: null })
  expect((await one.call(getAdminUser, { token: user.token, params: { id: admin.id } })).status).toBe(401)
  expect((await one.call(getAdminUser, { token: admin.token, params: { id: 2_000_000_000 } })).status).toBe(
    404,
  )
})

test('the list and changes are for admins', async () => {
  const { id, token } = await makeUser(one.ctx)
  for (const [own, status] of [
    [{ token }, 403],
    [{}, 401],
  ] as const) {
    expect((await one.call(listUsers, own)).status).toBe(status)
    expect((await one.call(updateUser, { ...own, params: { id }, body: { role: 'admin' } })).status).toBe(
      status,
    )
  }
  const bad = await one.call(listUsers, { token: admin.token, query: { limit: '0' } })
  expect([bad.status, bad.body.code]).toEqual([400, 'invalid_parameter'])
  expect((await one.call(getProfile, { token })).body.user.role).toBe('user')
})
