import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { errorsOf } from '#contract/base/endpoint-errors.ts'
import { endpoints } from '#contract/endpoints.ts'
import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import * as desk from '#contract/users/admin-api-keys.ts'
import { updateUser } from '#contract/users/admin-users.ts'
import * as calls from '#contract/users/api-keys.ts'
import { sendConfirmation } from '#contract/users/account.ts'
import { confirmEmail } from '#contract/users/auth.ts'
import { getProfile } from '#contract/users/users.ts'
import { makeLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { stayInOneDay } from '#test/stay-in-one-day.ts'

import { isFrom, toAllowed } from './allowed-addresses.ts'

// Longer than most: a key from creation to its end, in two processes, with what it allows and may spend.

let app: TestApp
let other: TestApp
await stayInOneDay()
beforeAll(async () => {
  app = await makeTestApp()
  other = await app.another()
})
afterAll(() => app.drop())

async function makeKeyed(
  own: Parameters<typeof makeUser>[1] = {},
): Promise<TestUser & { key: string; keyId: string }> {
  const user = await makeUser(app.ctx, { balance: '1000', ...own })
  const { body } = await app.call(calls.createApiKey, { token: user.token })
  return { ...user, key: body.key, keyId: body.keys[0]?.id ?? '' }
}

const change = (user: TestUser, body: unknown) => app.call(calls.changeApiAccess, { token: user.token, body })
const statusOf = async (where: TestApp, key: string) => (await where.call(getProfile, { token: key })).status

test('a key is shown once, works in every process, and stops at once when it is revoked', async () => {
  const user = await makeKeyed()
  expect(user.key).toMatch(new RegExp(`^tr_${user.id}_[\\w-]{43}$`))
  const read = await app.call(calls.getApiAccess, { token: user.token })
  expect(JSON.stringify(read.json)).not.toContain(user.key.slice(-30))
  expect(read.body.keys.map(({ prefix }) => user.key.startsWith(prefix))).toEqual([true])
  // Its actions are recorded with this key and this user.
  const caller = await app.ctx.authenticateKey(`Bearer ${user.key}`, '127.0.0.1')
  expect(caller).toMatchObject({ id: user.id, keyId: read.body.keys[0]?.id, role: 'user' })
  const { rows } = await app.database.pool.query('select api_keys::text from api_keys where user_id = $1', [
    user.id,
  ])
  expect(JSON.stringify(rows)).not.toContain(user.key.slice(-30))
  expect([await statusOf(app, user.key), await statusOf(other, user.key)]).toEqual([200, 200])
  await expect
    .poll(
      async () => (await app.call(calls.getApiAccess, { token: user.token })).body.keys[0]?.last_used_at,
      {
        timeout: 10_000,
      },
    )
    .not.toBeNull()

  // The replacement is created while the first is in use; there is no third.
  const next = await app.call(calls.createApiKey, { token: user.token })
  expect([next.status, next.body.keys.length]).toEqual([201, 2])
  expect((await app.call(calls.createApiKey, { token: user.token })).json).toMatchObject({
    code: 'state_conflict',
    details: { reason: 'keys_alive', max: 2 },
  })
  const stranger = await makeUser(app.ctx)
  const first = read.body.keys[0]?.id ?? ''
  const revoke = (token: string, id?: string) =>
    app.call(calls.revokeApiKey, { token, query: id === undefined ? {} : { id } })
  expect((await revoke(stranger.token, first)).status).toBe(404)
  expect((await revoke(user.token, first)).body.keys.length).toBe(1)
  expect(await statusOf(app, user.key)).toBe(401)
  await expect.poll(() => statusOf(other, user.key), { timeout: 5_000 }).toBe(401)
  expect(await statusOf(app, next.body.key)).toBe(200)
  expect((await revoke(user.token)).body.keys).toEqual([])
  expect(await statusOf(app, next.body.key)).toBe(401)
})

test("a key that is invented, truncated or another user's is refused", async () => {
  const user = await makeKeyed()
  const stranger = await makeUser(app.ctx)
  const made = [user.key.slice(0, -1), `${user.key}x`, user.key.replace(`_${user.id}_`, `_${stranger.id}_`)]
  for (const key of [...made, 'tr_', `tr_99999999999_${'a'.repeat(43)}`])
    expect([key, await statusOf(app, key)]).toEqual([key, 401])
})

test("staff list all keys page by page, find a customer's, and revoke one at once, with an audit log entry", async () => {
  const admin = await makeUser(app.ctx, { role: 'admin' })
  const made = [await makeKeyed({ name: 'Anh' }), await makeKeyed(), await makeKeyed()]
  await change(made[0] as TestUser, { daily_limit: 5, allowed_addresses: ['127.0.0.0/8'] })
  const list = async (query: Record<string, string> = {}) =>
    (await app.call(desk.listAdminApiKeys, { token: admin.token, query })).body
  const seen: number[] = []
  for (let cursor: string | undefined, rounds = 0; rounds < 50; rounds += 1) {
    const page = await list({ limit: '1', ...(cursor !== undefined && { cursor }) })
    seen.push(...page.keys.map(({ user_id: id }) => id))
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  const { rows } = await app.database.pool.query('select user_id from api_keys')
  expect(seen.toSorted()).toEqual(rows.map(({ user_id: id }) => id).toSorted())
  expect(seen.slice(0, 3)).toEqual(made.map(({ id }) => id).toReversed())

  const [first] = made
  if (first === undefined) throw new Error('none was made')
  for (const search of [String(first.id), `#${first.id}`, first.email.toUpperCase()]) {
    const { keys } = await list({ search })
    expect(keys).toEqual([
      expect.objectContaining({
        user_id: first.id,
        user_name: 'Anh',
        user_email: first.email,
        name: 'API key',
        daily_limit: null,
        spent_today: 0n,
        allowed_addresses: [],
        all_keys: { daily_limit: usd('5'), spent_today: 0n, allowed_addresses: ['127.0.0.0/8'] },
      }),
    ])
  }
  for (const search of ['nobody@example.com', '99999999999', '0'])
    expect((await list({ search })).keys).toEqual([])
  const odd = await app.call(desk.listAdminApiKeys, { token: admin.token, query: { cursor: '1_2_3' } })
  expect(odd.status).toBe(400)

  const id = (await list({ search: String(first.id) })).keys[0]?.id
  const revoke = () =>
    app.call(desk.revokeAdminApiKey, { token: admin.token, params: { customer: first.id, id } })
  expect(await statusOf(app, first.key)).toBe(200)
  // Staff with only `settings` can't revoke keys of staff with more permissions.
  const clerk = await makeUser(app.ctx, { role: 'admin', permissions: ['settings'] })
  const shown = await app.call(desk.listAdminApiKeys, {
    token: clerk.token,
    query: { search: String(first.id) },
  })
  // Nor can they see a customer's whole address.
  const mailbox = first.email.slice(first.email.indexOf('@'))
  expect(shown.body.keys.map(({ user_email: email }) => email)).toEqual([`${first.email[0]}…${mailbox}`])
  await app.call(calls.createApiKey, { token: admin.token })
  const own = (await list({ search: String(admin.id) })).keys[0]?.id
  const beyond = { token: clerk.token, params: { customer: admin.id, id: own } }
  expect((await app.call(desk.revokeAdminApiKey, beyond)).status).toBe(403)
  const offered = (await app.call(desk.listAdminApiKeys, { token: clerk.token })).body.keys
  const of = (userId: number) => offered.find(({ user_id: one }) => one === userId)?.can_revoke
  expect([of(admin.id), of(first.id)]).toEqual([false, true])
  expect((await list({ search: String(admin.id) })).keys[0]?.can_revoke).toBe(true)
  expect((await revoke()).status).toBe(200)
  expect(await statusOf(app, first.key)).toBe(401)
  await expect.poll(() => statusOf(other, first.key), { timeout: 10_000 }).toBe(401)
  expect((await revoke()).status).toBe(404)
  const actions = await app.database.pool.query(
    `select subject_id::int, before, after from audit_log where action = 'api_key.revoke'`,
  )
  const prefix = first.key.slice(0, `tr_${first.id}_`.length + 4)
  expect(actions.rows).toEqual([{ subject_id: first.id, before: { key: prefix }, after: { key: null } }])
  expect(JSON.stringify(actions.rows)).not.toContain(first.key.slice(-20))
})

test('two keys requested at once are two, and never more', async () => {
  const user = await makeUser(app.ctx)
  const holder = await app.database.pool.connect()
  // Nothing is written until all of them have read or are waiting for the lock.
  await holder.query('begin; lock table api_keys in share mode')
  const asked = Array.from({ length: 6 }, () => app.call(calls.createApiKey, { token: user.token }))
  const waiting = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect
    .poll(async () => (await app.database.pool.query<{ n: number }>(waiting)).rows[0]?.n, { timeout: 20_000 })
    .toBe(6)
  await holder.query('commit')
  holder.release()
  expect((await Promise.all(asked)).filter(({ status }) => status === 201)).toHaveLength(2)
})

describe('of every call', async () => {
  const closed = endpoints.filter(
    ({ endpoint }) => endpoint.access !== 'public' && endpoint.takesKey === undefined,
  )
  test.each(closed.map(({ name, endpoint }) => [name, endpoint] as const))(
    '%s is refused to the key of a member of staff',
    async (_name, endpoint) => {
      staff ??= makeKeyed({ role: 'admin' })
      const answer = await fetch(app.url + endpoint.path.replace(/:\w+/g, '1'), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${(await staff).key}` },
      })
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'insufficient_permissions' }])
    },
  )
})
let staff: ReturnType<typeof makeKeyed> | undefined

test("a staff member's key cannot read other users' orders", async () => {
  const [member, customer] = [await makeKeyed({ role: 'admin' }), await makeUser(app.ctx)]
  const ask = (token: string) => app.call(listOrders, { token, query: { user_id: String(customer.id) } })
  expect([(await ask(member.token)).status, (await ask(member.key)).status]).toEqual([200, 403])
})

test("a blocked customer's keys do not work", async () => {
  const [admin, user] = [await makeUser(app.ctx, { role: 'admin' }), await makeKeyed()]
  expect(await statusOf(app, user.key)).toBe(200)
  await app.call(updateUser, { token: admin.token, params: { id: user.id }, body: { status: 'blocked' } })
  expect(await statusOf(app, user.key)).toBe(401)
})

test('a key is accepted from its allowed addresses only', async () => {
  const user = await makeKeyed()
  const set = async (...allowed: string[]) => {
    const { status, body } = await change(user, { allowed_addresses: allowed })
    return [status, body.allowed_addresses, await statusOf(app, user.key)]
  }
  expect(await set('192.0.2.7', '2001:db8::/32')).toEqual([200, ['192.0.2.7/32', '2001:db8::/32'], 401])
  expect(await set('127.0.0.0/8', '::ffff:192.0.2.7')).toEqual([200, ['127.0.0.0/8', '192.0.2.7/32'], 200])
  expect(await set()).toEqual([200, [], 200])
  for (const odd of ['', 'localhost', '10.0.0.0/99', '1.2.3.4/', 'x'.repeat(60)])
    expect((await change(user, { allowed_addresses: [odd] })).status).toBe(422)
  expect(isFrom('::ffff:10.1.2.3', toAllowed(['10.0.0.0/8']))).toBe(true)
  expect(isFrom('10.1.2.3', toAllowed(['::ffff:10.0.0.0/104']))).toBe(true)
  expect(isFrom('10.1.2.3', toAllowed(['fd00::/8']))).toBe(false)
})

describe('the daily spending limit of keys', () => {
  test('fifty orders at once spend exactly the limit, to the unit, at their own rate', async () => {
    const user = await makeKeyed()
    const admin = await makeUser(app.ctx, { role: 'admin' })
    await app.call(updateUser, {
      token: admin.token,
      params: { id: user.id },
      body: { discount_percent: 12.5 },
    })
    const service = await makeService(app.ctx, { rate: '1.1111', min: 1 })
    // 1.1111 less an eighth is 0.97221..., so 0.9723 for a thousand.
    await change(user, { daily_limit: 9.723 })
    const order = (at: number, token = user.key, key?: string) =>
      app.call(createOrder, {
        token,
        body: { service_id: service.id, link: `https://example.com/${at}`, quantity: 1000 },
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      })
    const first = await order(0, user.key, 'first')
    expect([first.status, first.body.order.price]).toEqual([201, usd('0.9723')])
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => order(at + 1)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused?.json).toMatchObject({
      code: 'daily_limit_reached',
      details: { limit: 9.723, spent: 9.723 },
    })
    expect(errorsOf(createOrder)).toContain(refused?.json['code'])
    // A repeated order gets the same answer and counts once.
    const again = await order(0, user.key, 'first')
    expect([again.status, again.body.order.id]).toEqual([201, first.body.order.id])
    // Orders without a key have no such limit, and the limit starts again the next day.
    expect((await order(51, user.token)).status).toBe(201)
    await app.database.pool.query('update api_access set spent_on = spent_on - 1')
    expect((await order(52)).status).toBe(201)
    const { body } = await app.call(calls.getApiAccess, { token: user.token })
    expect([body.daily_limit, body.spent_today]).toEqual([usd('9.723'), usd('0.9723')])
  })

  test('a new limit counts what keys spent earlier that day, for single and mass orders', async () => {
    const user = await makeKeyed()
    const service = await makeService(app.ctx, { rate: '1', min: 1 })
    const order = (token: string, at: number) =>
      app.call(createOrder, {
        token,
        body: { service_id: service.id, link: `https://example.com/before/${at}`, quantity: 1000 },
        headers: { 'idempotency-key': `before-${at}` },
      })
    for (const at of [1, 2, 2]) expect((await order(user.key, at)).status).toBe(201)
    // Orders without a key do not count.
    expect((await order(user.token, 3)).status).toBe(201)
    const lines = [4, 5].map((at) => ({
      service_id: service.id,
      link: `https://example.com/before/${at}`,
      quantity: 1000,
    }))
    expect((await app.call(placeMassOrder, { token: user.key, body: { lines } })).status).toBe(200)
    expect((await change(user, { daily_limit: 5 })).body.spent_today).toBe(usd('4'))
    expect((await order(user.key, 6)).status).toBe(201)
    expect((await order(user.key, 7)).json['code']).toBe('daily_limit_reached')
  })

  test('a price in the request does not affect the limit of other orders', async () => {
    const user = await makeKeyed()
    const service = await makeService(app.ctx, { rate: '10', min: 1 })
    await change(user, { daily_limit: 10 })
    const order = (at: number, price?: number) =>
      app.call(createOrder, {
        token: user.key,
        body: { service_id: service.id, link: `https://example.com/${at}`, quantity: 1000, price },
      })
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => order(at, at % 2 === 0 ? undefined : [-10, -5, 0, 0.01][at % 4])),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const read = await app.call(calls.getApiAccess, { token: user.token })
    expect(read.body.spent_today).toBe(usd('10'))
  })

  test('copies of one order count once, and each gets its answer', async () => {
    const user = await makeKeyed()
    const service = await makeService(app.ctx, { rate: '10', min: 1 })
    await change(user, { daily_limit: 10 })
    const body = { service_id: service.id, link: 'https://example.com/copy', quantity: 1000 }
    const copy = (where: TestApp) =>
      where.call(createOrder, { token: user.key, body, headers: { 'idempotency-key': 'copied' } })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => copy(at % 2 === 0 ? app : other)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
    expect(new Set(answers.map((answer) => answer.body.order.id)).size).toBe(1)
    const read = await app.call(calls.getApiAccess, { token: user.token })
    expect(read.body.spent_today).toBe(usd('10'))
  })

  test('the day never goes back once a new one has started', async () => {
    const user = await makeKeyed()
    const service = await makeService(app.ctx, { rate: '10', min: 1 })
    await change(user, { daily_limit: 15 })
    // As in a database whose clock was set back.
    const ahead = 'set spent_on = current_date + 2, spent = 1000000000 where user_id = $1'
    for (const table of ['api_keys', 'api_access'])
      await app.database.pool.query(`update ${table} ${ahead}`, [user.id])
    const order = (quantity: number) =>
      app.call(createOrder, {
        token: user.key,
        body: { service_id: service.id, link: 'https://example.com/day', quantity },
      })
    expect((await order(600)).json['details']).toEqual({ limit: 15, spent: 10 })
    expect((await order(500)).status).toBe(201)
    const { rows } = await app.database.pool.query(
      `select spent, spent_on = current_date + 2 as stays from api_access where user_id = $1
       union all select spent, spent_on = current_date + 2 from api_keys where user_id = $1`,
      [user.id],
    )
    expect(rows).toEqual([1, 2].map(() => ({ spent: usd('15'), stays: true })))
  })

  test('a refused order returns its part of the limit', async () => {
    const user = await makeKeyed({ balance: '1' })
    const service = await makeService(app.ctx, { rate: '2', min: 1 })
    await change(user, { daily_limit: 5 })
    const order = (quantity: number, price?: number) =>
      app.call(createOrder, {
        token: user.key,
        body: { service_id: service.id, link: 'https://example.com/x', quantity, price },
      })
    expect((await order(1000)).json.code).toBe('insufficient_balance')
    expect((await order(100, 0.1)).json.code).toBe('price_changed')
    const replayed = { token: user.key, headers: { 'idempotency-key': 'k' } }
    const body = { service_id: service.id, link: 'https://example.com/y', quantity: 100 }
    for (const _ of [1, 2]) expect((await app.call(createOrder, { ...replayed, body })).status).toBe(201)
    const read = await app.call(calls.getApiAccess, { token: user.token })
    expect(read.body.spent_today).toBe(usd('0.2'))
  })
})

test('with a mail server a key needs a confirmed email; confirming revokes no key', async () => {
  const admin = await makeUser(app.ctx, { role: 'admin' })
  const owner = await makeUser(app.ctx)
  const make = () => app.call(calls.createApiKey, { token: owner.token })
  const ask = () => app.call(sendConfirmation, { token: owner.token })
  const access = async () => (await app.call(calls.getApiAccess, { token: owner.token })).body
  const mail = { host: 'm.example.com', port: 25, security: 'tls', user: null, from: 'shop@example.com' }
  const { key } = (await make()).body
  expect((await access()).needs_confirmed_email).toBe(false)
  await app.call(updateSettings, { token: admin.token, body: { mail } })
  const refused = await make()
  expect([refused.status, refused.body.code]).toEqual([403, 'email_unconfirmed'])
  expect((await access()).needs_confirmed_email).toBe(true)
  expect((await ask()).body).toEqual({ success: true, email: owner.email })
  const { rows } = await app.ctx.pool.query(
    `select details from emails where user_id = $1 and kind = 'email_confirmation'`,
    [owner.id],
  )
  const id = String(rows[0].details.confirmation)
  const linked = { purpose: 'confirm-email', userId: owner.id, id, email: owner.email } as const
  const token = makeLinkToken(app.ctx.secrets.signingKey, linked)
  expect((await app.call(confirmEmail, { body: { token } })).status).toBe(200)
  expect((await make()).status).toBe(201)
  expect((await app.call(getProfile, { token: key })).status).toBe(200)
  // The address is confirmed: no more emails are sent.
  expect((await ask()).status).toBe(200)
  const { rowCount } = await app.ctx.pool.query(
    `select from emails where user_id = $1 and kind = 'email_confirmation'`,
    [owner.id],
  )
  expect(rowCount).toBe(1)
  await app.call(updateSettings, { token: admin.token, body: { mail: null } })
})
