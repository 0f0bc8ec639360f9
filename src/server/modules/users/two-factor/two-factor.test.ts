import { afterAll, beforeAll, expect, test } from 'vitest'

import { createApiKey } from '#contract/users/api-keys.ts'
import { login } from '#contract/users/auth.ts'
import { refreshToken } from '#contract/users/signed-in.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import { resetPassword, setNewPassword } from '#contract/users/resets.ts'
import * as calls from '#contract/users/two-factor.ts'
import { getProfile } from '#contract/users/users.ts'
import { resetQueue } from '#server/modules/users/resets/request-reset.ts'
import { makeLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { codeOf, wrongCodeOf } from '#test/authenticator-codes.ts'
import { signIn } from '#test/factories.ts'
import { forgetStep, join, joinWithFactor, emailsOfTwoFactor, password } from '#test/two-factor.ts'

// Longer than most: a second factor from setup to recovery codes, in three processes of one app.

let one: TestApp
let other: TestApp
let strict: TestApp
beforeAll(async () => {
  one = await makeTestApp()
  other = await one.another()
  strict = await one.another({
    databaseUrl: one.database.url,
    env: { RATE_LIMITS: 'default', TRUST_PROXY: '1' },
  })
})
afterAll(() => one.drop())

const enter = (app: TestApp, email: string, code?: string, typed = password) =>
  app.call(login, { body: { email, password: typed, ...(code !== undefined && { code }) } })
const codeFor = async (answer: Promise<{ status: number; body: { code: string } }>) => {
  const { status, body } = await answer
  return status === 200 ? 'in' : body.code
}
const statusOf = async (app: TestApp, token: string) => (await app.call(getProfile, { token })).status
async function isOver(token: string): Promise<void> {
  await expect.poll(() => statusOf(other, token), { timeout: 20_000, interval: 50 }).toBe(401)
}
const noticesOf = async (token: string) =>
  (await one.call(listNotifications, { token })).body.map(({ message }) => message)
/**
 * Signs in while another tx changes the same account: the tx starts before the session is opened and commits
 * first.
 */
async function enterDuring(user: { id: number; email: string }, change: string, code?: string) {
  const holder = await one.ctx.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from users where id = $1 for no key update', [user.id])
    const entering = codeFor(enter(one, user.email, code))
    // Read on another connection: this tx keeps seeing the statistics of its first query.
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => other.ctx.pool.query(waits), { timeout: 20_000 }).toMatchObject({ rowCount: 1 })
    await holder.query(change, [user.id])
    await holder.query('commit')
    return await entering
  } finally {
    holder.release()
  }
}
/** What an attacker with access to the database could read. */
async function stored(userId: number): Promise<string> {
  const { rows } = await one.ctx.pool.query(
    `select concat(to_jsonb(f), (select json_agg(c) from recovery_codes c where c.user_id = f.user_id)) as kept
     from two_factor f where user_id = $1`,
    [userId],
  )
  return rows[0].kept
}

test('is turned on by the first code of its secret: from then on sign-ins need one, and other sessions end', async () => {
  const user = await join(one)
  const elsewhere = await signIn(one.ctx, user.id)
  const before = await one.call(calls.getTwoFactor, { token: user.token })
  expect(before.json).toEqual({
    success: true,
    enabled_at: null,
    recovery_codes_left: 0,
    is_required: false,
  })
  const { body: begun } = await one.call(calls.setUpTwoFactor, { token: user.token, body: { password } })
  expect(new URL(begun.otpauth_url).searchParams.get('secret')).toBe(begun.secret)
  const enable = (code: string) => one.call(calls.enableTwoFactor, { token: user.token, body: { code } })
  const wrong = await enable(wrongCodeOf(begun.secret))
  expect([wrong.status, wrong.body.fields]).toEqual([422, { code: 'This code is wrong or was already used' }])
  expect(await codeFor(enter(one, user.email))).toBe('in')
  const code = codeOf(begun.secret)
  const on = await enable(` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect(on.status).toBe(200)
  expect(new Set(on.body.recovery_codes).size).toBe(10)
  for (const each of on.body.recovery_codes)
    expect(each).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
  await isOver(elsewhere)
  expect(await statusOf(other, user.token)).toBe(200)
  expect(await codeFor(enter(one, user.email))).toBe('two_factor_required')
  // The first code counts as used.
  expect(await codeFor(enter(one, user.email, code))).toBe('invalid_credentials')
  expect(await emailsOfTwoFactor(one, user.id)).toEqual(['two_factor_on'])
  expect(await noticesOf(user.token)).toEqual(['Two-factor authentication was turned on'])
  const after = await one.call(calls.getTwoFactor, { token: user.token })
  expect(after.body).toMatchObject({ enabled_at: expect.any(Date), recovery_codes_left: 10 })
  for (const again of [
    await one.call(calls.setUpTwoFactor, { token: user.token, body: { password } }),
    await enable(codeOf(begun.secret, 1)),
  ])
    expect([again.status, again.body.code]).toEqual([409, 'state_conflict'])
})

test('neither the secret nor a recovery code is readable in the database, and a row is not valid for another user', async () => {
  const user = await joinWithFactor(one)
  const kept = await stored(user.id)
  expect(kept.match(/"hash"/g)).toHaveLength(10)
  for (const open of [user.secret, ...user.codes, ...user.codes.map((code) => code.replace('-', ''))]) {
    expect(kept).not.toContain(open)
    expect(kept).not.toContain(Buffer.from(open).toString('hex'))
  }
  const second = await joinWithFactor(one)
  await one.ctx.pool.query(
    `update two_factor set sealed = (select sealed from two_factor where user_id = $1) where user_id = $2`,
    [user.id, second.id],
  )
  expect((await enter(one, second.email, codeOf(user.secret))).status).toBe(500)
})

test('a secret older than an hour, or a replaced one, turns nothing on', async () => {
  const { id, token } = await join(one)
  const first = await one.call(calls.setUpTwoFactor, { token, body: {} })
  const second = await one.call(calls.setUpTwoFactor, { token, body: {} })
  const enable = (code: string) => one.call(calls.enableTwoFactor, { token, body: { code } })
  expect((await enable(codeOf(first.body.secret))).status).toBe(422)
  await one.ctx.pool.query(
    `update two_factor set started_at = now() - '61 min'::interval where user_id = $1`,
    [id],
  )
  expect((await enable(codeOf(second.body.secret))).json['details']).toEqual({
    reason: 'two_factor_not_begun',
  })
})

test('only the right password reveals that a second factor is needed, and a wrong code is answered like a wrong password', async () => {
  const { email, secret } = await joinWithFactor(one)
  expect(await codeFor(enter(one, email, undefined, 'wrong'))).toBe('invalid_credentials')
  expect(await codeFor(enter(one, email, codeOf(secret), 'wrong'))).toBe('invalid_credentials')
  for (const code of [wrongCodeOf(secret), 'abc', '1234567', 'zzzzz-zzzzz', "' or 1=1", '１２３４５６'])
    expect([code, await codeFor(enter(one, email, code))]).toEqual([code, 'invalid_credentials'])
  // An empty field is not a code.
  expect(await codeFor(enter(one, email, ' '))).toBe('two_factor_required')
  // A code sent with a wrong password is not used up.
  const code = codeOf(secret)
  expect(await codeFor(enter(one, email, `${code.slice(0, 3)} ${code.slice(3)}`))).toBe('in')
})

test('a code signs in once, also when it is sent many times at once to several processes, and no earlier one works after it', async () => {
  const { email, secret } = await joinWithFactor(one)
  const code = codeOf(secret)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => codeFor(enter(at % 2 === 0 ? one : other, email, code))),
  )
  expect(answers.toSorted()).toEqual(
    ['in', ...Array.from({ length: 7 }, () => 'invalid_credentials')].toSorted(),
  )
  expect(await codeFor(enter(one, email, code))).toBe('invalid_credentials')
  expect(await codeFor(enter(one, email, codeOf(secret, -1)))).toBe('invalid_credentials')
  expect(await codeFor(enter(one, email, codeOf(secret, 1)))).toBe('in')
})

test('a recovery code signs in once, also concurrently, in any spelling; its owner is notified how many are left', async () => {
  const { id, email, token, codes } = await joinWithFactor(one)
  const [first = '', second = ''] = codes
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => codeFor(enter(at % 2 === 0 ? one : other, email, first))),
  )
  expect(answers.toSorted()).toEqual(
    ['in', ...Array.from({ length: 5 }, () => 'invalid_credentials')].toSorted(),
  )
  const typed = ` ${second.replace('-', ' ').toUpperCase()} `
  expect(await codeFor(enter(one, email, typed))).toBe('in')
  expect(await emailsOfTwoFactor(one, id)).toEqual([
    'recovery_code_used',
    'recovery_code_used',
    'two_factor_on',
  ])
  expect((await noticesOf(token)).slice(0, 2)).toEqual([
    'A recovery code was used; 8 are left',
    'A recovery code was used; 9 are left',
  ])
  expect((await one.call(calls.getTwoFactor, { token })).body.recovery_codes_left).toBe(8)
})

test('a sign-in by password only that runs while it is turned on is refused', async () => {
  const user = await join(one)
  const late = await joinWithFactor(one)
  const turnedOn = `insert into two_factor (user_id, sealed, started_at, enabled_at, recovery_salt)
    select $1, sealed, started_at, enabled_at, recovery_salt from two_factor where user_id = ${late.id}`
  expect(await enterDuring(user, turnedOn)).toBe('two_factor_required')
})

test('a recovery code is not used up by a sign-in that fails', async () => {
  const user = await joinWithFactor(one)
  const [code = ''] = user.codes
  const newPassword = 'update users set session_epoch = session_epoch + 1 where id = $1'
  expect(await enterDuring(user, newPassword, code)).toBe('invalid_credentials')
  expect(await codeFor(enter(one, user.email, code))).toBe('in')
})

test('tries are limited per account and network, and in total until the password changes', async () => {
  const { id, email, secret } = await joinWithFactor(one)
  const from = (address: string, code: string, typed = password) =>
    codeFor(
      strict.call(login, {
        body: { email, password: typed, code },
        headers: { 'x-forwarded-for': address },
      }),
    )
  const pass = () => forgetStep(one, id)
  // This uses up ten login attempts as well, which are counted separately.
  const again = () => one.ctx.pool.query(`delete from rate_limits where key like 'login:%'`)
  // In the format of an app's code and of a recovery code: both are guesses.
  const wrong = [wrongCodeOf(secret), '00000-00000'] as const
  for (let tried = 0; tried < 5; tried += 1) {
    for (const code of wrong) expect(await from('192.0.2.1', code)).toBe('invalid_credentials')
    if (tried === 2) await again()
  }
  await again()
  expect(await from('192.0.2.1', codeOf(secret))).toBe('rate_limited')
  expect(await from('192.0.2.2', codeOf(secret))).toBe('in')
  await pass()
  await one.ctx.pool.query(`update rate_limits set points = 60 where key like 'code_account:%'`)
  expect(await from('192.0.2.3', codeOf(secret))).toBe('rate_limited')
  // The attacker who used up the attempts knows this password; the owner sets another by email.
  await one.call(resetPassword, { body: { email } })
  await resetQueue.workDue(one.ctx)
  const { rows } = await one.ctx.pool.query('select id from password_resets where user_id = $1', [id])
  const key = { purpose: 'reset-password', userId: id, id: String(rows[0].id), email } as const
  const token = makeLinkToken(one.ctx.secrets.signingKey, key)
  expect((await one.call(setNewPassword, { body: { token, password: 'another-password' } })).status).toBe(200)
  // It is still on.
  expect(await codeFor(enter(one, email, undefined, 'another-password'))).toBe('two_factor_required')
  expect(await from('192.0.2.3', codeOf(secret), 'another-password')).toBe('in')
})

test('a token is renewed, and an API key works, without a code', async () => {
  const { token } = await joinWithFactor(one)
  expect((await one.call(refreshToken, { token })).status).toBe(200)
  const { body } = await one.call(createApiKey, { token, body: {} })
  expect(await statusOf(one, body.key)).toBe(200)
})

test('turning it off and new recovery codes need both factors; a code works for one of these', async () => {
  const user = await joinWithFactor(one)
  const { id, token, email, secret } = user
  const elsewhere = await signIn(one.ctx, id)
  for (const endpoint of [calls.disableTwoFactor, calls.makeRecoveryCodes]) {
    const send = async (body: object) => (await one.call(endpoint, { token, body })).body.fields
    expect(await send({ code: codeOf(secret) })).toEqual({ password: 'This field is required' })
    expect(await send({ password: 'wrong', code: codeOf(secret) })).toEqual({
      password: 'Your current password is incorrect',
    })
    expect(await send({ password, code: wrongCodeOf(secret) })).toEqual({
      code: 'This code is wrong or was already used',
    })
  }
  const used = codeOf(secret)
  const made = await one.call(calls.makeRecoveryCodes, { token, body: { password, code: used } })
  expect(made.body.recovery_codes).toHaveLength(10)
  const [old = ''] = user.codes
  const [fresh = ''] = made.body.recovery_codes
  expect(await codeFor(enter(one, email, old))).toBe('invalid_credentials')
  const off = (code: string) => one.call(calls.disableTwoFactor, { token, body: { password, code } })
  expect((await off(used)).status).toBe(422)
  expect(await statusOf(one, elsewhere)).toBe(200)
  expect((await off(fresh)).status).toBe(200)
  await isOver(elsewhere)
  expect(await statusOf(other, token)).toBe(200)
  expect(await codeFor(enter(one, email))).toBe('in')
  expect(await emailsOfTwoFactor(one, id)).toEqual(['recovery_codes_made', 'two_factor_off', 'two_factor_on'])
  expect((await off(fresh)).json['details']).toEqual({ reason: 'two_factor_off' })
})
