import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Permission } from '#contract/base/permissions.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { getPaymentStatus } from '#contract/payments/payments.ts'
import { listTickets } from '#contract/support/tickets.ts'
import { deleteUser, getAdminUser, updateUser } from '#contract/users/admin-users.ts'
import { resellerCall } from '#contract/reseller/reseller-call.ts'
import { getApiAccess } from '#contract/users/api-keys.ts'
import { logout, refreshToken } from '#contract/users/signed-in.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/users/sessions.ts'
import { getProfile, updateProfile } from '#contract/users/users.ts'
import { endView, startView } from '#contract/users/view-as.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'
import type { TestApp } from '#test/app.ts'
import { type EveryCall, expectRefusal, makeEveryCall, namedEndpoints } from '#test/every-call.ts'
import { makeUser, signIn, type TestUser } from '#test/factories.ts'
import { turnOnFor } from '#test/two-factor.ts'

// Longer than most: every way in which a view ends, on one app.

let calls: EveryCall
let other: TestApp
beforeAll(async () => {
  calls = await makeEveryCall()
  other = await calls.app.another()
})
afterAll(() => calls.app.drop())

const reason = 'They asked for help'
const password = 'a-long-password'
const ask = (viewer: TestUser, id: number) =>
  calls.app.call(startView, { token: viewer.token, params: { id }, body: { reason } })

async function look(viewer = calls.admin, id = calls.owner.id): Promise<string> {
  const answer = await ask(viewer, id)
  expect(answer.status).toBe(201)
  return answer.body.token
}
const makeStaff = (...permissions: Permission[]) => makeUser(calls.app.ctx, { role: 'admin', permissions })
const statusFor = async (app: TestApp, token: string) => (await app.call(getProfile, { token })).status

/** Everything whose change a customer could notice: data, notifications, sessions and their last use. */
async function readTraces(): Promise<string> {
  const tables = 'sessions notifications tickets ticket_messages orders deposits users api_keys accounts'
  const rows = await Promise.all(
    tables
      .split(' ')
      .map(
        async (table) =>
          (await calls.app.ctx.pool.query(`select ${table}::text as row from ${table} order by 1`)).rows,
      ),
  )
  return JSON.stringify(rows)
}

test('nothing can be changed: every call but a GET is refused, every call for staff, and everything with API keys', async () => {
  const token = await look()
  const before = await readTraces()
  for (const [name, endpoint] of namedEndpoints) {
    if ((endpoint.method === 'GET' && endpoint.access !== 'admin') || endpoint.envelope !== undefined)
      continue
    const answer = await calls.send(endpoint, { token, body: calls.bodies[name] })
    expect([name, answer.status], answer.text).toEqual([name, 403])
    expect(answer.json.code).toBe(endpoint.access === 'admin' ? 'insufficient_permissions' : 'view_only')
    expectRefusal(answer)
  }
  // Its refusals have status 200, and a token is not an API key.
  const resold = await calls.send(resellerCall, { token, body: { action: 'add' } })
  expect(resold.json).toEqual({ error: 'Invalid API key' })
  const keys = await calls.app.call(getApiAccess, { token })
  expect([keys.status, keys.json.code]).toEqual([403, 'view_only'])
  expect(await readTraces()).toBe(before)
}, 60_000)

test('shows what the customer sees, and reading leaves no trace on their side', async () => {
  const { owner } = calls
  const token = await look()
  const before = await readTraces()
  const own = await calls.app.call(listOrders, { token: owner.token })
  const seen = await calls.app.call(listOrders, { token })
  expect(seen.json).toEqual(own.json)
  expect(own.body.orders.length).toBeGreaterThan(0)
  const reading = namedEndpoints.filter(([, { access, method, answer, viewNeeds }]) => {
    return (
      access === 'user' && method === 'GET' && answer.type !== 'text/event-stream' && viewNeeds !== 'owner'
    )
  })
  expect(reading.length).toBeGreaterThan(10)
  for (const [name, endpoint] of reading) {
    const { status } = await calls.send(endpoint, { token, query: name === 'findOpenOrder' ? 'link=a' : '' })
    // A missing object is answered with 404.
    expect([name, status === 200 || status === 404]).toEqual([name, true])
  }
  // With a gateway, a customer's own visit would call it.
  const env = { CRYPTOMUS_MERCHANT: 'shop', CRYPTOMUS_KEY: 'key' }
  const withGateway = await calls.app.another({ databaseUrl: calls.app.database.url, env })
  const params = { order_id: calls.things['/api/payment/status/'] }
  expect((await withGateway.call(getPaymentStatus, { token, params })).body.status).toBe('pending')
  expect(await readTraces()).toBe(before)
  const sessions = await calls.app.call(listSessions, { token: owner.token })
  expect(sessions.body.sessions.filter(({ is_current: isCurrent }) => isCurrent)).toHaveLength(1)
  const query = { user_id: String(owner.id) }
  expect((await calls.app.call(listOrders, { token, query })).status).toBe(200)
  const foreign = { user_id: String(calls.stranger.id) }
  expect((await calls.app.call(listOrders, { token, query: foreign })).status).toBe(403)
})

test('a view does not bypass a permission', async () => {
  const staff = await makeStaff('users')
  const token = await look(staff)
  const statusOf = async (endpoint: typeof listOrders | typeof listTransactions | typeof listTickets) =>
    (await calls.app.call(endpoint, { token })).status
  expect([await statusOf(listOrders), await statusOf(listTransactions), await statusOf(listTickets)]).toEqual(
    [403, 403, 403],
  )
  expect(await statusFor(calls.app, token)).toBe(200)
  expect((await calls.app.call(listNotifications, { token })).status).toBe(200)

  expect((await ask(await makeStaff('orders', 'support', 'money'), calls.owner.id)).status).toBe(403)
  // Staff can only be viewed by staff with at least their permissions.
  expect((await ask(staff, calls.admin.id)).status).toBe(403)
  const seen = await look(calls.admin, staff.id)
  expect(await statusFor(calls.app, seen)).toBe(200)
  const params = { id: calls.owner.id }
  expect((await calls.app.call(getAdminUser, { token: seen, params })).status).toBe(403)
})

test('is audited once, with its reason, which is required', async () => {
  const { id } = calls.stranger
  await look(calls.admin, id)
  const { rows } = await calls.app.ctx.pool.query(
    `select actor_id, reason from audit_log where action = 'user.view' and subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ actor_id: calls.admin.id, reason }])
  const asked = { token: calls.admin.token, params: { id }, body: { reason: ' ' } }
  expect((await calls.app.call(startView, asked)).status).toBe(422)
  expect((await ask(calls.admin, 987_654)).status).toBe(404)
})

/** The ways in which other sessions of the same user end, all but the caller's. */
const endings: readonly [string, (own: TestUser, old: string) => Promise<unknown>][] = [
  ['signed out everywhere else', ({ token }) => calls.app.call(endOtherSessions, { token })],
  ['signed out itself', (_own, old) => calls.app.call(logout, { token: old })],
  [
    'ended in the list of sessions',
    async ({ token }) => {
      const { sessions } = (await calls.app.call(listSessions, { token })).body
      const params = { id: sessions.find(({ is_current: isCurrent }) => !isCurrent)?.id }
      return calls.app.call(endSession, { token, params })
    },
  ],
  ['ended by a second factor that is turned on', (own) => turnOnFor(calls.app, own)],
  [
    'ended by another email',
    async (own) => {
      const passwordHash = await hashPassword(password, undefined)
      await calls.app.ctx.pool.query('update users set password_hash = $1 where id = $2', [
        passwordHash,
        own.id,
      ])
      const body = { name: 'Staff', email: `new-${own.email}`, password }
      return calls.app.call(updateProfile, { token: own.token, body })
    },
  ],
]

test.each(endings)(
  'ends with the sign-in in which it was started: %s; with another sign-in it continues',
  async (_how, end) => {
    const staff = await makeStaff('users')
    const old = await signIn(calls.app.ctx, staff.id)
    const begun = await look({ ...staff, token: old })
    const own = await look(staff)
    expect([await statusFor(other, begun), await statusFor(other, own)]).toEqual([200, 200])
    await end(staff, old)
    expect([await statusFor(calls.app, begun), await statusFor(calls.app, own)]).toEqual([401, 200])
    await expect.poll(() => statusFor(other, begun), { timeout: 20_000, interval: 50 }).toBe(401)
  },
)

test('continues while its sign-in is renewed, and ends with its family when an old token is used again', async () => {
  const staff = await makeStaff('users')
  const view = await look(staff)
  const renewed = (await calls.app.call(refreshToken, { token: staff.token })).body.token
  const aMinuteAgo = `update sessions set ends_at = ends_at - '61 s'::interval, renewed_at = renewed_at - '61 s'::interval
    where user_id = $1 and renewed_at is not null`
  await calls.app.ctx.pool.query(aMinuteAgo, [staff.id])
  expect([await statusFor(other, view), await statusFor(other, renewed)]).toEqual([200, 200])
  await expect.poll(() => statusFor(calls.app, staff.token), { timeout: 20_000, interval: 50 }).toBe(401)
  expect([await statusFor(calls.app, view), await statusFor(calls.app, renewed)]).toEqual([401, 401])
})

test('ends in every process when it is ended, or with its viewer, their permission, its time, or the customer', async () => {
  const { app, owner } = calls
  const until = async (token: string) => {
    await expect.poll(() => statusFor(other, token), { timeout: 20_000, interval: 50 }).toBe(401)
  }

  const ended = await look()
  expect([await statusFor(app, ended), await statusFor(other, ended)]).toEqual([200, 200])
  await app.call(endView, { token: calls.admin.token, params: { id: owner.id } })
  expect(await statusFor(app, ended)).toBe(401)
  await until(ended)

  const demoted = await makeStaff('users')
  const theirs = await look(demoted)
  const body = { permissions: ['orders'] }
  await app.call(updateUser, { token: calls.admin.token, params: { id: demoted.id }, body })
  await until(theirs)

  const late = await look()
  await app.ctx.pool.query("update view_as_sessions set ends_at = now() - interval '1 second'")
  await until(late)

  const gone = await makeUser(app.ctx)
  const ofGone = await look(calls.admin, gone.id)
  await app.call(deleteUser, { token: calls.admin.token, params: { id: gone.id } })
  await until(ofGone)
})
