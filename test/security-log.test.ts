import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { changePassword } from '#contract/users/account.ts'
import { confirmEmail, login, register, verifySetupLink } from '#contract/users/auth.ts'
import { refreshToken } from '#contract/users/signed-in.ts'
import { disableTwoFactor, makeRecoveryCodes } from '#contract/users/two-factor.ts'
import * as keys from '#contract/users/api-keys.ts'
import { updateUser } from '#contract/users/admin-users.ts'
import { getProfile, updateProfile } from '#contract/users/users.ts'
import { resetPassword, setNewPassword } from '#contract/users/resets.ts'
import { listProviders } from '#contract/providers/providers.ts'
import { resetQueue } from '#server/modules/users/resets/request-reset.ts'
import { makeLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { securityEvents } from '#server/lib/log/make-security-log.ts'

import { registerSandboxGateway } from '#server/modules/payments/gateways/register-sandbox-gateway.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { codeOf, wrongCodeOf } from './authenticator-codes.ts'
import { makeUser } from './factories.ts'
import { forgetStep, turnOnFor } from './two-factor.ts'

let app: TestApp
let said = ''
const password = 'a-long-password'

beforeAll(async () => {
  const log = makeLog('info', { write: (line: string) => void (said += line) })
  app = await makeTestApp({ log, env: { RATE_LIMITS: 'default' } })
})
afterAll(() => app.drop())

type Line = { security: string; user: number | null; address: string; code?: string; route?: string }

function linesOf(event: string): Line[] {
  const lines = said.split('\n').filter((line) => line.includes('"security"'))
  return lines.map((line): Line => JSON.parse(line)).filter((line) => line.security === event)
}

/** The token of the link in the email to this address, for the newest row. */
async function linkToken(purpose: 'confirm-email' | 'reset-password', userId: number, email: string) {
  const table = purpose === 'confirm-email' ? 'email_confirmations' : 'password_resets'
  const { rows } = await app.ctx.pool.query(`select max(id) as id from ${table} where user_id = $1`, [userId])
  const id = String(rows[0].id)
  return makeLinkToken(app.ctx.secrets.signingKey, { purpose, userId, id, email })
}

test('each relevant event is one line with who, where and what, and no line has an email', async () => {
  const [email, elsewhere] = ['first-71@example.com', 'second-71@example.com']
  const { id } = (await app.call(register, { body: { name: 'Bo', email, password } })).body.user
  const admin = await makeUser(app.ctx, { role: 'admin', permissions: ['users'] })
  const enter = (given: string) => app.call(login, { body: { email, password: given } })
  await enter('a-wrong-password')
  await app.call(login, { body: { email: 'nobody-71@example.com', password } })
  const { token } = (await enter(password)).body
  await app.call(getProfile, { token: `${token.slice(0, -3)}abc` })
  await app.call(getProfile)
  await app.call(listProviders, { token })
  await app.call(listProviders, { token: admin.token })
  await app.call(updateProfile, {
    token,
    body: { name: 'Bo', email: elsewhere, password: 'a-wrong-password' },
  })
  await app.call(updateProfile, { token, body: { name: 'Bo', email: elsewhere, password } })
  const confirmation = await linkToken('confirm-email', id, elsewhere)
  expect((await app.call(confirmEmail, { body: { token: confirmation } })).status).toBe(200)
  const change = { currentPassword: password, newPassword: 'a-second-password' }
  expect((await app.call(changePassword, { token, body: change })).status).toBe(200)
  await app.call(resetPassword, { body: { email: elsewhere } })
  await resetQueue.workDue(app.ctx)
  const reset = await linkToken('reset-password', id, elsewhere)
  expect((await app.call(setNewPassword, { body: { token: reset, password } })).status).toBe(200)
  const block = { status: 'blocked', reason: 'For a test' }
  expect((await app.call(updateUser, { token: admin.token, params: { id }, body: block })).status).toBe(200)
  await app.call(login, { body: { email: elsewhere, password } })
  await registerSandboxGateway(app.ctx, {
    speaks: 'cryptomus',
    url: 'http://127.0.0.1:9',
    merchant: 'm',
    key: 'k',
  })
  await fetch(`${app.url}/api/payment/webhook/cryptomus`, {
    method: 'POST',
    body: '{"order_id":"a","sign":"b"}',
  })
  const lookForSetup = () => app.call(verifySetupLink, { params: { token: 'a'.repeat(40) } })
  for (let tried = 0; tried < 100; tried += 1) if ((await lookForSetup()).status === 429) break

  // A failed sign-in doesn't wait for its log line.
  await expect.poll(() => linesOf('login_failed').length, { timeout: 20_000 }).toBe(3)
  const toldOf = (event: string) => linesOf(event).map(({ user, code }) => [user, code])
  expect(toldOf('signed_in')).toEqual([
    [id, undefined],
    [id, undefined],
  ])
  expect(toldOf('login_failed')).toEqual(
    expect.arrayContaining([
      [id, 'invalid_credentials'],
      [null, 'invalid_credentials'],
      [id, 'account_blocked'],
    ]),
  )
  expect(toldOf('token_refused')).toEqual([[null, 'authentication_required']])
  expect(toldOf('permission_refused')).toEqual([
    [id, 'insufficient_permissions'],
    [admin.id, 'insufficient_permissions'],
  ])
  expect(toldOf('password_refused')).toEqual([[id, 'invalid_fields']])
  expect(toldOf('email_change_asked')).toEqual([[id, undefined]])
  expect(toldOf('email_confirmed')).toEqual([[id, undefined]])
  expect(toldOf('password_changed')).toEqual([
    [id, 'by_owner'],
    [id, 'by_email'],
  ])
  expect(toldOf('staff_acted')).toEqual([[admin.id, 'user.update']])
  expect(toldOf('webhook_refused')).toEqual([[null, 'invalid_signature']])
  expect(linesOf('limit_reached')).toMatchObject([
    { user: null, code: 'rate_limited', route: 'GET /api/auth/setup/:token' },
  ])
  const all = Object.keys(securityEvents).flatMap(linesOf)
  expect(all.filter(({ address }) => address !== '127.0.0.1')).toEqual([])
  expect(said).not.toMatch(/-71@example|a-wrong-password|a-second-password/)
})

test('a valid sign-in in two steps warns of nothing; wrong codes of a session and a reused token do', async () => {
  const email = 'third-71@example.com'
  const { user, token } = (await app.call(register, { body: { name: 'Bo', email, password } })).body
  const { secret } = await turnOnFor(app, { token })
  await forgetStep(app, user.id)
  const before = said.length
  await app.call(login, { body: { email, password } })
  const sessions = await app.ctx.pool.query('select from sessions where user_id = $1', [user.id])
  expect(sessions.rowCount).toBe(1)
  expect((await app.call(login, { body: { email, password, code: codeOf(secret) } })).status).toBe(200)
  const about = (event: string) => linesOf(event).filter((line) => line.user === user.id)
  await expect.poll(() => about('second_factor_asked').length, { timeout: 20_000 }).toBe(1)
  const since = said.slice(before).split('\n')
  expect(since.filter((line) => line.includes('"security"') && line.includes('"level":40'))).toEqual([])

  const body = { password, code: wrongCodeOf(secret) }
  expect((await app.call(disableTwoFactor, { token, body })).status).toBe(422)
  expect((await app.call(makeRecoveryCodes, { token, body })).status).toBe(422)
  expect(about('second_factor_refused').map(({ route }) => route)).toEqual([
    'POST /api/user/2fa/disable',
    'POST /api/user/2fa/recovery-codes',
  ])

  await app.call(refreshToken, { token })
  const aMinuteAgo = `update sessions set ends_at = ends_at - '61 s'::interval, renewed_at = renewed_at - '61 s'::interval
    where user_id = $1 and renewed_at is not null`
  await app.ctx.pool.query(aMinuteAgo, [user.id])
  await expect.poll(async () => (await app.call(getProfile, { token })).status, { timeout: 20_000 }).toBe(401)
  expect(about('session_reused')).toMatchObject([{ address: '127.0.0.1' }])
})

test('what a customer does with API keys leaves a line each, with no key in it', async () => {
  const user = await makeUser(app.ctx)
  const { token } = user
  const { body } = await app.call(keys.createNamedKey, { token, body: { name: 'Bot', scopes: ['read'] } })
  const params = { id: body.keys[0]?.id ?? '' }
  await app.call(keys.changeApiKey, { token, params, body: { scopes: ['read', 'order'] } })
  const rotated = await app.call(keys.rotateApiKey, { token, params, body: {} })
  await app.call(keys.changeApiAccess, { token, body: { daily_limit: 5 } })
  await app.call(keys.revokeApiKey, { token, query: params })
  // Nothing was changed.
  await app.call(keys.revokeApiKey, { token, query: params })
  const lines = linesOf('api_key_changed').filter((line) => line.user === user.id)
  expect(lines.map(({ code, address }) => [code, address])).toEqual(
    ['created', 'changed', 'rotated', 'limits_changed', 'revoked'].map((code) => [code, '127.0.0.1']),
  )
  for (const key of [body.key, rotated.body.key]) expect(said).not.toContain(key.slice(-20))
})

test("the operator's guide lists every kind of line, and no other", () => {
  const text = readFileSync('docs/operating/security-log.md', 'utf8')
  const told = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, event]) => event)
  expect(told.toSorted()).toEqual(['security', ...Object.keys(securityEvents)].toSorted())
})
