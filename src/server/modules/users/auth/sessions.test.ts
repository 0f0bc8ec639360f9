import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listUsers } from '#contract/users/admin-users.ts'
import * as calls from '#contract/users/auth.ts'
import { changePassword } from '#contract/users/account.ts'
import { logout, refreshToken } from '#contract/users/signed-in.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/users/sessions.ts'
import { getProfile } from '#contract/users/users.ts'
import { deleteOldRows } from '#test/delete-old-rows.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

// Longer than most: every end of a session, in two processes that are started once.

let one: TestApp
let other: TestApp
beforeAll(async () => {
  one = await makeTestApp()
  other = await one.another()
})
afterAll(() => one.drop())

const PASSWORD = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`

async function makeRegistered(): Promise<{ id: number; email: string; token: string }> {
  const email = newEmail()
  const { body } = await one.call(calls.register, { body: { name: 'Ann', email, password: PASSWORD } })
  return { id: body.user.id, email, token: body.token }
}

const statusOf = async (app: TestApp, token: string) => (await app.call(getProfile, { token })).status

/** An event takes up to a second, longer on a busy machine. */
async function untilRefused(app: TestApp, token: string): Promise<void> {
  await expect.poll(() => statusOf(app, token), { interval: 20, timeout: 5_000 }).toBe(401)
}

test('refuses a token at once after logout, in another process within a second', async () => {
  const { token } = await makeRegistered()
  expect([await statusOf(one, token), await statusOf(other, token)]).toEqual([200, 200])
  expect((await one.call(logout, { token })).status).toBe(204)
  expect(await statusOf(one, token)).toBe(401)
  await untilRefused(other, token)
  expect((await one.call(logout, { token })).status).toBe(401)
  expect((await one.call(refreshToken, { token })).status).toBe(401)
})

test('refuses a request whose session ended before it had fully arrived', async () => {
  const { token } = await makeRegistered()
  const body = JSON.stringify({ currentPassword: PASSWORD, newPassword: 'battery staple' })
  const sending = request(`${one.url}${changePassword.path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' },
  })
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write(body.slice(0, 20))
  await one.call(logout, { token })
  sending.end(body.slice(20))
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(401)
})

test('changes the password: every session ends, in another process too, and the new token works', async () => {
  const { email, token } = await makeRegistered()
  const elsewhere = (await other.call(calls.login, { body: { email, password: PASSWORD } })).body.token
  expect([await statusOf(one, token), await statusOf(other, elsewhere)]).toEqual([200, 200])
  const { status, body } = await one.call(changePassword, {
    token,
    body: { currentPassword: PASSWORD, newPassword: 'battery staple' },
  })
  expect([status, body.success]).toEqual([200, true])
  expect([await statusOf(one, token), await statusOf(one, elsewhere)]).toEqual([401, 401])
  await untilRefused(other, elsewhere)
  expect([await statusOf(one, body.token), await statusOf(other, body.token)]).toEqual([200, 200])
  const logIn = (password: string) => one.call(calls.login, { body: { email, password } })
  expect([(await logIn(PASSWORD)).status, (await logIn('battery staple')).status]).toEqual([401, 200])
})

test('changes a password once when two changes come at once', async () => {
  const { token } = await makeRegistered()
  const answers = await Promise.all(
    ['battery staple', 'staple battery'].map((newPassword) =>
      one.call(changePassword, { token, body: { currentPassword: PASSWORD, newPassword } }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  // The slower one now has the wrong password, or no session any more.
  expect(statuses.every((status) => [200, 401, 422].includes(status))).toBe(true)
})

test('refuses to change the password with a wrong one, to a short or common one, and without signing in', async () => {
  const { token } = await makeRegistered()
  const change = (currentPassword: string, newPassword: string) =>
    one.call(changePassword, { token, body: { currentPassword, newPassword } })
  const wrong = await change('wrong horse', 'battery staple')
  expect([wrong.status, wrong.body.fields]).toEqual([
    422,
    { currentPassword: 'Your current password is incorrect' },
  ])
  const short = await change(PASSWORD, 'short')
  expect([short.status, short.body.fields]).toEqual([
    422,
    { newPassword: 'Password must be at least 8 characters' },
  ])
  const easy = await change(PASSWORD, 'qwertyuiop')
  expect([easy.status, easy.body.fields]).toEqual([
    422,
    { newPassword: 'This password is too easy to guess' },
  ])
  expect(await statusOf(one, token)).toBe(200)
  const body = { currentPassword: PASSWORD, newPassword: 'battery staple' }
  expect((await one.call(changePassword, { body })).status).toBe(401)
})

test('refuses tokens that are forged, unsigned, changed, expired, of a missing user, or missing', async () => {
  const { id, token } = await makeRegistered()
  const { id: strangerId } = await makeRegistered()
  const [header = '', payload = '', signature = ''] = token.split('.')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const sign = (own: object, key: Buffer | string = one.ctx.secrets.signingKey) =>
    createSigner({ key, algorithm: 'HS256' })({ ...claims, ...own })
  const now = Math.floor(Date.now() / 1000)
  const bad = {
    unsigned: `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'unsigned with the old signature': `${encode({ alg: 'none' })}.${payload}.${signature}`,
    'another user in it': `${header}.${encode({ ...claims, sub: String(strangerId) })}.${signature}`,
    'another key': sign({}, 'another key that is long enough for HS256 to take it'),
    'another algorithm': createSigner({ key: one.ctx.secrets.signingKey, algorithm: 'HS512' })(claims),
    expired: sign({ iat: now - 90_000, exp: now - 1 }),
    'an unknown session': sign({ sid: randomUUID() }),
    "another's session": sign({ sub: String(strangerId) }),
    'no session': sign({ sid: undefined }),
    'no expiry': createSigner({ key: one.ctx.secrets.signingKey, algorithm: 'HS256' })({
      sub: claims.sub,
      sid: claims.sid,
    }),
    'a session that is no uuid': sign({ sid: `' or true --` }),
    'a part too few': `${header}.${payload}`,
    nothing: '',
  }
  for (const [what, forged] of Object.entries(bad)) {
    const { status, body } = await one.call(getProfile, { token: forged })
    expect([what, status, body.code]).toEqual([what, 401, 'authentication_required'])
  }
  expect((await one.call(getProfile)).status).toBe(401)
  expect((await one.call(getProfile, { headers: { authorization: `Basic ${token}` } })).status).toBe(401)
  const good = await one.call(getProfile, { token })
  expect(good.body.user.id).toBe(id)
  expect((await one.call(listUsers, { token })).body.code).toBe('insufficient_permissions')
})

test.each([
  ['blocked', "status = 'blocked'"],
  ['deleted', 'deleted_at = now()'],
])('refuses the session of a user who was %s, by anyone', async (_what, change) => {
  const { id, token } = await makeRegistered()
  await one.database.pool.query(`update users set ${change} where id = $1`, [id])
  expect(await statusOf(one, token)).toBe(401)
})

test('deletes sessions a day after their end and expired rate limits, and nothing else', async () => {
  const { id, token } = await makeRegistered()
  await one.ctx.pool.query(
    `insert into sessions (user_id, id, ends_at) values
       ($1, gen_random_uuid(), now() - '25 h'::interval), ($1, gen_random_uuid(), now() - '23 h'::interval)`,
    [id],
  )
  await one.ctx.pool.query(
    `insert into rate_limits values ('over', 1, 1), ('under way', 1, extract(epoch from now()) * 1000 + 60000)`,
  )
  await deleteOldRows(one.ctx)
  const count = async (statement: string, values: unknown[] = []) =>
    (await one.ctx.pool.query(statement, values)).rowCount
  expect(await count('select 1 from sessions where user_id = $1', [id])).toBe(2)
  expect(await count(`select 1 from rate_limits where key = 'over'`)).toBe(0)
  expect(await count(`select 1 from rate_limits where key = 'under way'`)).toBe(1)
  expect(await statusOf(one, token)).toBe(200)
})

test('a customer sees where they are signed in, ends one session, and all others', async () => {
  const { id, email, token } = await makeRegistered()
  const signInWith = async (userAgent: string) => {
    const headers = { 'user-agent': userAgent }
    return (await one.call(calls.login, { body: { email, password: PASSWORD }, headers })).body.token
  }
  const phone = await signInWith(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/150.0 Mobile Safari/604.1',
  )
  const laptop = await signInWith('Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0')
  await signInWith('x'.repeat(5_000))
  const list = async (of: string) => (await one.call(listSessions, { token: of })).body.sessions
  expect(
    (await list(laptop)).map(({ browser, system, is_current: current }) => [browser, system, current]),
  ).toEqual([
    ['Firefox', 'Linux', true],
    [null, null, false],
    ['Chrome', 'iPhone', false],
    [null, null, false],
  ])
  expect((await list(laptop))[0]?.address).toBe('127.0.0.1')

  // Page by page, even after a session that has ended meanwhile.
  const walk = async (query: Record<string, string>) =>
    (await one.call(listSessions, { token: laptop, query })).body
  const [, ...others] = (await list(laptop)).map(({ id: session }) => session)
  const first = await walk({ limit: '2' })
  expect(first.sessions.map(({ is_current: current }) => current)).toEqual([true, false])
  const setEnd = (hours: number) =>
    one.ctx.pool.query("update sessions set ends_at = now() + $2 * interval '1 hour' where id = $1", [
      others[0],
      hours,
    ])
  await setEnd(-1)
  const rest = await walk({ cursor: first.next_cursor ?? '' })
  expect(rest.sessions.map(({ id: session }) => session)).toEqual(others.slice(1))
  expect(rest.next_cursor).toBeNull()
  await setEnd(1)

  // A renewed session is one row with its original sign-in; its predecessor is left out.
  const before = (await list(laptop)).find(({ is_current: current }) => current)
  const renewed = (await one.call(refreshToken, { token: laptop })).body.token
  const after = await list(renewed)
  expect([after.length, after[0]?.signed_in_at]).toEqual([4, before?.signed_in_at])

  // Another user's session is not found by its id.
  const stranger = await makeRegistered()
  const ofPhone = after.find(({ system }) => system === 'iPhone')?.id ?? ''
  const end = (own: string) => one.call(endSession, { token: own, params: { id: ofPhone } })
  expect([(await end(stranger.token)).status, await statusOf(one, phone)]).toEqual([404, 200])
  expect([(await end(renewed)).status, await statusOf(one, phone)]).toEqual([200, 401])
  expect((await end(renewed)).status).toBe(404)

  expect(await statusOf(other, token)).toBe(200)
  const { body } = await one.call(endOtherSessions, { token: renewed })
  // The one renewed just now is ended too.
  expect([body.ended, await statusOf(one, laptop), await statusOf(one, renewed)]).toEqual([3, 401, 200])
  await untilRefused(other, token)
  expect((await list(renewed)).map(({ is_current: current }) => current)).toEqual([true])

  await one.ctx.db
    .updateTable('sessions')
    .set({ used_at: new Date(0) })
    .where('user_id', '=', id)
    .execute()
  await one.call(getProfile, { token: renewed })
  await expect
    .poll(async () => (await list(renewed))[0]?.used_at.getFullYear(), { timeout: 10_000 })
    .toBeGreaterThan(1970)
})

test('an ended session does not continue under the id that it was renewed to', async () => {
  const { id, email, token } = await makeRegistered()
  const stolen = (await one.call(calls.login, { body: { email, password: PASSWORD } })).body.token
  const listed = (await one.call(listSessions, { token })).body.sessions
  const shown = listed.find(({ is_current: current }) => !current)?.id ?? ''
  const renewed = (await other.call(refreshToken, { token: stolen })).body.token
  // The displayed list is outdated.
  expect((await one.call(endSession, { token, params: { id: shown } })).status).toBe(200)
  expect([await statusOf(one, stolen), await statusOf(one, renewed), await statusOf(one, token)]).toEqual([
    401, 401, 200,
  ])

  // A running renewal finishes before the others are ended, and none starts meanwhile.
  for (let round = 0; round < 5; round += 1) {
    const taken = (await one.call(calls.login, { body: { email, password: PASSWORD } })).body.token
    const [answer] = await Promise.all([
      other.call(refreshToken, { token: taken }),
      one.call(endOtherSessions, { token }),
    ])
    // Refused immediately, or as soon as the event arrives.
    await untilRefused(one, answer.body.token ?? taken)
  }
  const live = await one.ctx.pool.query('select from sessions where user_id = $1 and ends_at > now()', [id])
  expect(live.rowCount).toBe(1)
})

test('an ended session has also ended for a connection with a slower clock', async () => {
  const { id, token } = await makeRegistered()
  expect((await one.call(logout, { token })).status).toBe(204)
  const behind = `select from sessions where user_id = $1 and ends_at > clock_timestamp() - interval '0.5 s'`
  expect((await one.ctx.pool.query(behind, [id])).rowCount).toBe(0)
})

test('staff see where a customer is signed in and sign them out, audited; those of staff need more permissions', async () => {
  const user = await makeRegistered()
  const phone = (await one.call(calls.login, { body: { email: user.email, password: PASSWORD } })).body.token
  const owner = await makeUser(one.ctx, { role: 'admin' })
  const clerk = await makeUser(one.ctx, { role: 'admin', permissions: ['users'] })
  const support = await makeUser(one.ctx, { role: 'admin', permissions: ['support'] })
  const of = (id: number) => ({ query: { user_id: String(id) } })
  const list = async (by: string, id: number) => one.call(listSessions, { token: by, ...of(id) })
  const [session, ...others] = (await list(clerk.token, user.id)).body.sessions
  expect([session?.is_current, others.length]).toEqual([false, 1])

  for (const [by, id] of [
    [user.token, owner.id],
    [support.token, user.id],
    [clerk.token, owner.id],
  ] as const) {
    expect((await list(by, id)).status).toBe(403)
    expect((await one.call(endOtherSessions, { token: by, ...of(id) })).status).toBe(403)
  }
  expect((await list(owner.token, 2_000_000_000)).body.code).toBe('not_found')

  const ended = await one.call(endSession, {
    token: clerk.token,
    params: { id: session?.id },
    ...of(user.id),
  })
  expect([ended.status, (await list(clerk.token, user.id)).body.sessions.length]).toEqual([200, 1])
  const all = await one.call(endOtherSessions, { token: clerk.token, ...of(user.id) })
  expect([all.body.ended, await statusOf(one, user.token), await statusOf(one, phone)]).toEqual([1, 401, 401])
  await untilRefused(other, phone)
  expect(await statusOf(one, clerk.token)).toBe(200)
  expect((await list(owner.token, clerk.id)).status).toBe(200)
  const { rows } = await one.ctx.pool.query(
    `select actor_id, after from audit_log where action = 'user.sign_out' and subject_id = $1 order by number`,
    [user.id],
  )
  expect(rows).toEqual([
    { actor_id: clerk.id, after: { sessions: 1 } },
    { actor_id: clerk.id, after: { sessions: 1 } },
  ])
})
