import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import * as calls from '#contract/users/auth.ts'
import { changePassword } from '#contract/users/account.ts'
import { refreshToken } from '#contract/users/signed-in.ts'
import { AppError } from '#contract/base/errors.ts'
import { setNewPassword } from '#contract/users/resets.ts'
import { getProfile, updateProfile } from '#contract/users/users.ts'
import { makeLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { somewhere } from '#test/factories.ts'

import { hashing, queueKeysOf } from './hash-password.ts'
import { takeTry, takeTryFrom } from './limit-tries.ts'
import { logIn } from './log-in.ts'
import { networkOf, widerNetworkOf } from './networks.ts'
import { registerUser } from './register-user.ts'
import { requestReset, resetQueue } from '#server/modules/users/resets/request-reset.ts'
import { startSession } from './start-session.ts'

// Longer than most: each limit is used up from its own address, on one app with production limits.

let one: TestApp
let other: TestApp
beforeAll(async () => {
  one = await makeTestApp({ env: { RATE_LIMITS: 'default', TRUST_PROXY: '1' } })
  other = await one.another()
})
afterAll(() => one.drop())
beforeEach(() => one.ctx.pool.query('delete from rate_limits'))

const PASSWORD = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`

async function logInTimes(times: number, body: { email: string; password: string }, address = '192.0.2.1') {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, at) =>
      (at % 2 === 0 ? one : other).call(calls.login, { body, headers: { 'x-forwarded-for': address } }),
    ),
  )
  return answers
}

const counted = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )

test('allows 10 wrong sign-ins in 15 minutes, over all processes and at once, then returns the retry time', async () => {
  const email = newEmail()
  const answers = await logInTimes(14, { email, password: 'wrong horse' })
  expect(counted(answers)).toEqual({ 401: 10, 429: 4 })
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.code).toBe('rate_limited')
  const retryAfter = Number(refused?.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(890)
  // A clock set back by a moment makes it round up.
  expect(retryAfter).toBeLessThanOrEqual(901)
})

test('refuses the right password too after too many tries, until the time has passed', async () => {
  const { email } = await registerUser(one.ctx, { name: 'Ann', email: newEmail(), password: PASSWORD })
  await logInTimes(10, { email, password: 'wrong horse' })
  expect(counted(await logInTimes(1, { email, password: PASSWORD }))).toEqual({ 429: 1 })
  await one.ctx.pool.query('update rate_limits set expire = $1', [Date.now() - 1])
  expect(counted(await logInTimes(1, { email, password: PASSWORD }))).toEqual({ 200: 1 })
})

test('counts an email from each address separately, and each email from one address', async () => {
  const email = newEmail()
  await logInTimes(11, { email, password: 'wrong horse' })
  expect(counted(await logInTimes(1, { email, password: 'wrong horse' }, '192.0.2.2'))).toEqual({ 401: 1 })
  expect(counted(await logInTimes(1, { email: newEmail(), password: 'wrong horse' }))).toEqual({ 401: 1 })
  expect(counted(await logInTimes(1, { email: email.toUpperCase(), password: 'x' }))).toEqual({ 429: 1 })
})

test('does not count a successful sign-in', async () => {
  const { email } = await registerUser(one.ctx, { name: 'Ann', email: newEmail(), password: PASSWORD })
  for (let times = 0; times < 12; times += 1)
    expect(counted(await logInTimes(1, { email, password: PASSWORD }))).toEqual({ 200: 1 })
  const { rows } = await one.ctx.pool.query('select points from rate_limits')
  expect(rows.map(({ points }) => points)).toEqual([0, 0, 0, 0])
})

test('stores neither emails nor addresses in the table', async () => {
  const email = newEmail()
  await logInTimes(1, { email, password: 'wrong horse' })
  const { rows } = await one.ctx.pool.query('select * from rate_limits')
  expect(rows.map(({ key }) => key).toSorted()).toEqual([
    expect.stringMatching(/^login:[\w-]{43}$/),
    expect.stringMatching(/^login_account:[\w-]{43}$/),
    expect.stringMatching(/^login_address:[\w-]{43}$/),
    expect.stringMatching(/^login_address_wider:[\w-]{43}$/),
  ])
  expect(JSON.stringify(rows, (_key, value) => String(value))).not.toContain(email)
})

test('allows one address 20 new accounts an hour, whatever the answers', async () => {
  const body = { name: 'Ann', email: newEmail(), password: PASSWORD }
  const register = (address: string) =>
    one.call(calls.register, { body, headers: { 'x-forwarded-for': address } })
  const answers = await Promise.all(Array.from({ length: 22 }, () => register('192.0.2.3')))
  expect(counted(answers)).toEqual({ 201: 1, 409: 19, 429: 2 })
  expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(
    3580,
  )
  expect((await register('192.0.2.4')).status).toBe(409)
})

test.each([
  ['can not be read', '{', 400],
  ['is too large', `{"email":"${'a'.repeat(9_000)}"}`, 413],
  ['holds nothing', '{}', 422],
])('counts a sign-in whose body %s, and reads none after too many', async (what, body, status) => {
  const headers = { 'x-forwarded-for': `192.0.2.${10 + what.length}` }
  const send = () => one.call(calls.login, { body, headers })
  expect((await send()).status).toBe(status)
  await one.ctx.pool.query(`update rate_limits set points = 299 where key like 'login_address:%'`)
  expect([(await send()).status, (await send()).status]).toEqual([status, 429])
  const good = { email: newEmail(), password: PASSWORD }
  const { status: refused, headers: answered } = await one.call(calls.login, { body: good, headers })
  expect([refused, Number(answered.get('retry-after')) > 880]).toEqual([429, true])
  expect(counted(await logInTimes(1, good))).toEqual({ 401: 1 })
})

test('refuses a flood from memory: it makes no query', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.9' }
  const flood = (times: number) =>
    Promise.all(Array.from({ length: times }, () => one.call(calls.register, { body: '{', headers })))
  expect(counted(await flood(25))).toEqual({ 400: 20, 429: 5 })
  await one.database.pool.query('alter table rate_limits rename to rate_limits_away')
  const later = await flood(100)
  await one.database.pool.query('alter table rate_limits_away rename to rate_limits')
  // A busy machine may have refused some before they were counted; none of them reached the database.
  const asked = later.filter(
    ({ status, headers: answered }) => status === 503 && answered.get('retry-after') === '2',
  )
  expect([asked.length, later.some(({ status }) => status === 429)]).toEqual([0, true])
})

test('allows a user 10 password changes in 15 minutes', async () => {
  const { id } = await registerUser(one.ctx, { name: 'Ann', email: newEmail(), password: PASSWORD })
  const token = await startSession(one.ctx, id, somewhere)
  const change = (currentPassword: string) =>
    one.call(changePassword, { token, body: { currentPassword, newPassword: 'battery staple' } })
  const answers = await Promise.all(Array.from({ length: 12 }, () => change('wrong horse')))
  expect(counted(answers)).toEqual({ 422: 10, 429: 2 })
  expect((await change(PASSWORD)).status).toBe(429)
})

test('allows a user 100 token renewals an hour: each leaves a row', async () => {
  const { id } = await registerUser(one.ctx, { name: 'Ann', email: newEmail(), password: PASSWORD })
  const renew = async (token: string) => one.call(refreshToken, { token })
  const first = await renew(await startSession(one.ctx, id, somewhere))
  await one.ctx.pool.query(`update rate_limits set points = 99 where key like 'refresh:%'`)
  const last = await renew(first.body.token)
  expect([first.status, last.status, (await renew(last.body.token)).status]).toEqual([200, 200, 429])
})

test('allows a user 10 checks in 15 minutes whether an email is taken, by changing their own to it', async () => {
  const taken = await registerUser(one.ctx, { name: 'Bo', email: newEmail(), password: PASSWORD })
  const { id } = await registerUser(one.ctx, { name: 'Ann', email: newEmail(), password: PASSWORD })
  const token = await startSession(one.ctx, id, somewhere)
  const body = { name: 'Ann', email: taken.email, password: PASSWORD }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => one.call(updateProfile, { token, body })),
  )
  expect(counted(answers)).toEqual({ 409: 10, 429: 2 })
})

test('refuses with 503 when tries cannot be counted', async () => {
  await one.database.pool.query('alter table rate_limits rename to rate_limits_away')
  const { status, body, headers } = await one.call(calls.login, {
    body: { email: newEmail(), password: PASSWORD },
  })
  await one.database.pool.query('alter table rate_limits_away rename to rate_limits')
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
})

test('allows a thousand times as many with RATE_LIMITS=relaxed', async () => {
  const ctx = { ...one.ctx, config: { ...one.ctx.config, rateLimits: 'relaxed' as const } }
  const tried = { what: 'login', parts: ['relaxed'] } as const
  for (let times = 0; times < 30; times += 1) await takeTry(ctx, tried)
  await expect(takeTry(one.ctx, tried)).rejects.toThrow(AppError)
})

test('allows a network 5 times as many as an address, and one address uses up no more than its own', async () => {
  const take = async (address: string) => {
    const answer = await takeTryFrom(one.ctx, 'register', address).catch((error: unknown) => error)
    return answer instanceof AppError ? answer.code : 'taken'
  }
  const takeAll = async (addresses: string[]) => {
    const answers: string[] = []
    for (const address of addresses) answers.push(await take(address))
    return answers.filter((answer) => answer === 'taken').length
  }
  const times = (count: number, of: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => of(at))
  expect(await takeAll(times(60, () => '198.51.100.1'))).toBe(20)
  expect(await takeAll(times(100, (at) => `198.51.100.${at + 2}`))).toBe(80)
  expect([await take('198.51.100.200'), await take('198.51.101.1')]).toEqual(['rate_limited', 'taken'])
  expect(await takeAll(times(120, (at) => `2001:db8:1:${at.toString(16)}::1`))).toBe(100)
  expect(await take('2001:db8:2::1')).toBe('taken')
})

test('guesses at an account from many addresses are limited, and its owner can still sign in from a known place, or by a reset link', async () => {
  const { id, email } = await registerUser(one.ctx, { name: 'Ann', email: newEmail(), password: PASSWORD })
  const known = newEmail()
  const logIn = (address: string, own: { email: string; password: string; browser?: string }) => {
    const { browser = 'Firefox/150.0', ...body } = own
    const headers = { 'x-forwarded-for': address, 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${browser}` }
    return one.call(calls.login, { body, headers })
  }
  const right = { email, password: PASSWORD }
  expect((await logIn('203.0.113.7', right)).status).toBe(200)
  const statusOf = async (address: string, of: string) =>
    (await logIn(address, { email: of, password: 'wrong horse' })).status
  // As after 24 tries, each of which would compute a hash.
  const countUp = () =>
    one.ctx.pool.query(`update rate_limits set points = 24 where key like 'login_account:%' and points = 1`)
  const guessed = async (of: string) => {
    const first = await statusOf('198.51.0.1', of)
    await countUp()
    return [first, await statusOf('198.51.1.1', of), await statusOf('198.51.2.1', of)]
  }
  // The same whether or not the email is known.
  expect([await guessed(email), await guessed(known)]).toEqual([
    [401, 401, 429],
    [401, 401, 429],
  ])
  const elsewhere = await logIn('192.0.2.77', right)
  expect([elsewhere.status, elsewhere.body.code]).toEqual([429, 'rate_limited'])
  // Another address of the same internet provider is known; another browser there is not.
  expect((await logIn('203.0.200.9', right)).status).toBe(200)
  expect((await logIn('203.0.200.11', { ...right, browser: 'Chrome/150.0' })).status).toBe(429)

  // A stranger who happens to resemble the owner is limited too.
  const near = await Promise.all(
    Array.from({ length: 30 }, (_, at) => logIn(`203.0.${at}.5`, { email, password: 'wrong horse' })),
  )
  expect(counted(near)).toEqual({ 401: 25, 429: 5 })
  // That does not lock out someone at the owner's network, with any browser; nearby it does.
  expect((await logIn('203.0.113.7', { ...right, browser: 'Chrome/150.0' })).status).toBe(200)
  expect((await logIn('203.0.200.10', right)).status).toBe(429)
  const fromHome = { email, password: 'wrong horse' }
  for (let at = 0; at < 10; at += 1) expect((await logIn('203.0.113.7', fromHome)).status).toBe(401)
  expect((await logIn('203.0.113.7', right)).status).toBe(429)

  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0'
  await requestReset(one.ctx, email)
  await resetQueue.workDue(one.ctx)
  const { rows } = await one.ctx.pool.query('select id from password_resets where user_id = $1', [id])
  const link = { purpose: 'reset-password', userId: id, id: String(rows[0].id), email } as const
  const body = { token: makeLinkToken(one.ctx.secrets.signingKey, link), password: 'battery staple' }
  const headers = { 'x-forwarded-for': '192.0.2.77', 'user-agent': chrome }
  expect((await one.call(setNewPassword, { body, headers })).status).toBe(200)
  // Those attempts were at the previous password: the new one has its own count.
  const renewed = { email, password: 'battery staple' }
  for (const address of ['192.0.2.77', '203.0.113.7', '203.0.200.10', '100.64.0.1'])
    expect([address, (await logIn(address, renewed)).status]).toEqual([address, 200])
  await one.ctx.pool.query(`update rate_limits set points = 25 where key like 'login_account:%'`)
  expect((await logIn('203.0.200.12', renewed)).status).toBe(200)
})

test('a flood of wrong sign-ins from one network neither refuses nor delays users from another', async () => {
  const ctx = { ...one.ctx, config: { ...one.ctx.config, rateLimits: 'relaxed' as const } }
  const { email } = await registerUser(ctx, { name: 'Ann', email: newEmail(), password: PASSWORD })
  let over = 0
  const guess = async (at: number) => {
    const device = { address: `198.51.100.${at % 2}`, userAgent: undefined }
    await logIn(ctx, { email: `${at}@example.com`, password: 'wrong horse', device }).catch(() => undefined)
    over += 1
  }
  const flood = Array.from({ length: 50 }, (_, at) => guess(at))
  // The limit is full by then.
  await expect.poll(() => over, { interval: 1, timeout: 10_000 }).toBeGreaterThan(0)
  const before = over
  const answer = await logIn(ctx, {
    email,
    password: PASSWORD,
    device: { ...somewhere, address: '203.0.113.7' },
  })
  const waitedFor = over - before
  await Promise.all(flood)
  expect(answer.token.split('.')).toHaveLength(3)
  expect(waitedFor).toBeLessThan(25)
})

test('more hostile networks than may wait block no user from a known network, and are told when to retry', async () => {
  const ctx = { ...one.ctx, config: { ...one.ctx.config, rateLimits: 'relaxed' as const } }
  const { email, id } = await registerUser(ctx, { name: 'Ann', email: newEmail(), password: PASSWORD })
  const device = { ...somewhere, address: '203.0.113.7' }
  await logIn(ctx, { email, password: PASSWORD, device })
  expect(id).toBeGreaterThan(0)
  const refusals: AppError[] = []
  const busy = Promise.withResolvers<void>()
  const holders = Array.from({ length: 3 }, () => hashing(() => busy.promise, { from: queueKeysOf() }))
  // A hundred wait; the others are refused.
  const hostile = Array.from({ length: 120 }, (_, at) =>
    logIn(ctx, {
      email: `${at}@example.com`,
      password: 'wrong horse',
      device: { address: `198.${at}.100.1`, userAgent: undefined },
    }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') refusals.push(error)
    }),
  )
  try {
    await expect.poll(() => refusals.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(18)
    const entering = logIn(ctx, { email, password: PASSWORD, device })
    // Enough to be refused, if it were.
    await Promise.race([entering, setTimeout(500)])
    busy.resolve()
    for (const answer of [entering, logIn(ctx, { email, password: PASSWORD, device })])
      expect((await answer).token.split('.')).toHaveLength(3)
  } finally {
    busy.resolve()
    await Promise.all([...holders, ...hostile])
  }
  for (const error of refusals) expect(error).toMatchObject({ retryAfterSeconds: expect.any(Number) })
})

test('a flood of sign-ins whose counts wait for each other leaves connections to others', async () => {
  const { id } = await registerUser(one.ctx, { name: 'Ann', email: newEmail(), password: PASSWORD })
  const token = await startSession(one.ctx, id, somewhere)
  const guess = () => one.call(calls.login, { body: '{', headers: { 'x-forwarded-for': '198.51.100.9' } })
  await guess()
  const holder = await one.database.pool.connect()
  await holder.query('begin')
  await holder.query(`select from rate_limits where key like 'login_address:%' for update`)
  const flood = Array.from({ length: 60 }, guess)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    const blocked = async () => (await other.ctx.pool.query(waiting)).rowCount
    await expect.poll(blocked, { timeout: 10_000 }).toBeGreaterThanOrEqual(4)
    const answer = await Promise.race([one.call(getProfile, { token }), setTimeout(5_000, undefined)])
    expect(answer?.status).toBe(200)
  } finally {
    await holder.query('rollback')
    holder.release()
    await Promise.all(flood)
  }
})

test('users waiting for a password hash delay nobody whose try is counted', async () => {
  const busy = Promise.withResolvers<void>()
  const holders = Array.from({ length: 3 }, () => hashing(() => busy.promise, { from: queueKeysOf() }))
  const waiting = Array.from({ length: 8 }, (_, at) =>
    logInTimes(1, { email: newEmail(), password: 'wrong horse' }, `198.51.100.${at}`),
  )
  try {
    const count = async () =>
      (await one.ctx.pool.query(`select from rate_limits where key like 'login_account:%'`)).rowCount
    await expect.poll(count, { timeout: 20_000 }).toBe(8)
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect((await one.call(calls.login, { body: '{', headers })).status).toBe(400)
  } finally {
    busy.resolve()
    await Promise.all([...holders, ...waiting])
  }
})

test('treats an IPv6 network as one client, and a mapped address as what it maps', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
  expect(widerNetworkOf('2001:db8:1:3::1')).toBe(widerNetworkOf('2001:db8:1:2::1'))
  expect(widerNetworkOf('2001:db8:2::1')).not.toBe(widerNetworkOf('2001:db8:1::1'))
  expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'))
  expect(widerNetworkOf('192.0.2.1')).toBe(widerNetworkOf('192.0.2.255'))
  expect(widerNetworkOf('192.0.3.1')).not.toBe(widerNetworkOf('192.0.2.1'))
})
