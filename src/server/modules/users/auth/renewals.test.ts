import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

import { afterAll, beforeAll, expect, test } from 'vitest'

import * as calls from '#contract/users/auth.ts'
import { refreshToken } from '#contract/users/signed-in.ts'
import { liveUpdates } from '#contract/site/events.ts'
import { endOtherSessions, listSessions } from '#contract/users/sessions.ts'
import { getProfile } from '#contract/users/users.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { somewhere } from '#test/factories.ts'

import { startSession } from './start-session.ts'

// Longer than most: every order in which a token is renewed, shown and ended, in two processes of one app.

let one: TestApp
let other: TestApp
beforeAll(async () => {
  one = await makeTestApp()
  other = await one.another()
})
afterAll(() => one.drop())

async function makeRegistered(): Promise<{ id: number; email: string; token: string }> {
  const body = { name: 'Ann', email: `${randomUUID()}@example.com`, password: 'correct horse' }
  const registered = await one.call(calls.register, { body })
  return { id: registered.body.user.id, email: body.email, token: registered.body.token }
}

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const sessionOf = (token: string): unknown => claimsOf(token)['sid']
const statusOf = async (app: TestApp, token: string) => (await app.call(getProfile, { token })).status

/** An event takes up to a second, longer on a busy machine. */
async function untilRefused(app: TestApp, token: string): Promise<void> {
  await expect.poll(() => statusOf(app, token), { interval: 20, timeout: 10_000 }).toBe(401)
}

test('returns a new token, and the old session ends within 60 s', async () => {
  const { id, token } = await makeRegistered()
  const { status, body } = await one.call(refreshToken, { token })
  expect([status, body.user.id]).toEqual([200, id])
  expect(body.token).not.toBe(token)
  expect([await statusOf(one, token), await statusOf(other, body.token)]).toEqual([200, 200])
  const { rows } = await one.ctx.pool.query(
    'select extract(epoch from ends_at - now())::float as left from sessions where user_id = $1 order by ends_at',
    [id],
  )
  expect(rows).toHaveLength(2)
  expect(rows[0].left).toBeGreaterThan(50)
  // Another connection's clock may be slightly behind.
  expect(rows[0].left).toBeLessThan(61)
  expect(rows[1].left).toBeGreaterThan(86_000)
  await one.ctx.pool.query(
    `update sessions set ends_at = now() + '3 s' where user_id = $1 and ends_at < now() + '1 h'`,
    [id],
  )
  expect(await statusOf(other, token)).toBe(200)
  await expect.poll(() => statusOf(other, token)).toBe(401)
  expect(await statusOf(other, body.token)).toBe(200)
})

test('concurrent renewals, or another one within the grace period, return one session', async () => {
  const { id, token } = await makeRegistered()
  const renew = (app: TestApp) => app.call(refreshToken, { token })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => renew(at % 2 === 0 ? one : other)))
  const again = await renew(other)
  expect([...answers, again].map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
  expect(new Set([...answers, again].map(({ body }) => sessionOf(body.token))).size).toBe(1)
  const { rowCount } = await one.ctx.pool.query('select from sessions where user_id = $1', [id])
  expect(rowCount).toBe(2)
  // A late client gets the newest session of the chain.
  const next = await one.call(refreshToken, { token: again.body.token })
  expect(sessionOf((await renew(one)).body.token)).toBe(sessionOf(next.body.token))
})

/** As if the renewed ones had been renewed that long ago. */
const renewedEarlier = (userId: number, interval: string) =>
  one.ctx.pool.query(
    `update sessions set ends_at = ends_at - $2::interval, renewed_at = renewed_at - $2::interval
     where user_id = $1 and renewed_at is not null`,
    [userId, interval],
  )

test('a token used after the grace period of its renewal ends its family, and no other sign-in', async () => {
  const { id, token } = await makeRegistered()
  const elsewhere = await startSession(one.ctx, id, somewhere)
  const renewed = (await one.call(refreshToken, { token })).body.token
  await renewedEarlier(id, '50 s')
  expect([await statusOf(one, token), await statusOf(one, renewed)]).toEqual([200, 200])
  await renewedEarlier(id, '11 s')
  await untilRefused(other, token)
  await untilRefused(one, renewed)
  expect([await statusOf(one, elsewhere), (await one.call(refreshToken, { token: renewed })).status]).toEqual(
    [200, 401],
  )
})

test('internal checks of a token that was used in time end nothing; using it a moment later does', async () => {
  const { id, token } = await makeRegistered()
  const stream = await fetch(`${one.url}${liveUpdates.path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const ended = stream.text()
  // Half of a request: the rest of its body is sent after the grace period.
  const sending = request(`${one.url}${refreshToken.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' },
  })
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write('{')
  const renewed = (await one.call(refreshToken, { token })).body.token
  await renewedEarlier(id, '61 s')
  one.ctx.events.publish({ topic: 'session', userId: id, sessionId: String(sessionOf(token)) })
  expect(await ended).toContain('retry: ')
  sending.end('}')
  const [late] = (await once(sending, 'response')) as [IncomingMessage]
  late.resume()
  expect([late.statusCode, await statusOf(one, renewed)]).toEqual([401, 200])
  // The cached state must not accept it.
  expect(await statusOf(one, token)).toBe(401)
  await untilRefused(one, renewed)
})

test('the current sign-in survives when the others are ended with a token that was just renewed', async () => {
  const { token } = await makeRegistered()
  const renewed = (await one.call(refreshToken, { token })).body.token
  await one.call(endOtherSessions, { token: renewed })
  expect([await statusOf(one, token), await statusOf(one, renewed)]).toEqual([401, 200])
})

test('ending the others with a token that another tab has just renewed keeps the new one signed in', async () => {
  const { email, token } = await makeRegistered()
  const elsewhere = (await one.call(calls.login, { body: { email, password: 'correct horse' } })).body.token
  const renewed = (await one.call(refreshToken, { token })).body.token
  await one.call(endOtherSessions, { token })
  expect([await statusOf(one, elsewhere), await statusOf(one, renewed)]).toEqual([401, 200])
})

test('a sign-in ends after 30 days, however often it was renewed, and its tokens expire no later', async () => {
  const { id, token } = await makeRegistered()
  await one.ctx.pool.query(
    `update sessions set signed_in_at = now() - '29 days 23 hours'::interval where user_id = $1`,
    [id],
  )
  const { status, body } = await one.call(refreshToken, { token })
  const again = (await one.call(refreshToken, { token })).body.token
  for (const renewed of [body.token, again]) {
    const promised = Number(claimsOf(renewed)['exp']) - Date.now() / 1_000
    expect(promised).toBeGreaterThan(3_000)
    expect(promised).toBeLessThan(3_605)
  }
  const { rows } = await one.ctx.pool.query(
    'select extract(epoch from ends_at - now())::float as left from sessions where user_id = $1 and not is_renewed',
    [id],
  )
  expect([status, rows.length]).toEqual([200, 1])
  expect(rows[0].left).toBeGreaterThan(3_000)
  expect(rows[0].left).toBeLessThan(3_601)
})

test('of more than 20 sign-ins the oldest ends, also when many come at once', async () => {
  const { id, token } = await makeRegistered()
  const signIn = (app: TestApp) => startSession(app.ctx, id, somewhere)
  const tokens = await Promise.all(Array.from({ length: 30 }, (_, at) => signIn(at % 2 === 0 ? one : other)))
  const live = await one.ctx.pool.query('select from sessions where user_id = $1 and ends_at > now()', [id])
  expect(live.rowCount).toBe(20)
  await untilRefused(other, token)
  const newest = await signIn(one)
  expect((await one.call(listSessions, { token: newest })).body.sessions).toHaveLength(20)
  const holding = await Promise.all(tokens.map((each) => statusOf(one, each)))
  expect(holding.filter((status) => status === 200)).toHaveLength(19)
})
