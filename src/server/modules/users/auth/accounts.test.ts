import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import * as calls from '#contract/users/auth.ts'
import { termsVersion } from '#contract/users/terms.ts'
import { getAdminUser } from '#contract/users/admin-users.ts'
import { getProfile } from '#contract/users/users.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, somewhere } from '#test/factories.ts'

import { hashing, hashPassword, dummyHash, queueKeysOf } from './hash-password.ts'
import { startSession } from './start-session.ts'

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

test('registers with a lower-case email, an account and a working token', async () => {
  const email = newEmail()
  const { status, body, headers } = await one.call(calls.register, {
    body: { name: ' Ann ', email: ` ${email.toUpperCase()} `, password: PASSWORD, terms: true },
  })
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body.user).toMatchObject({ name: 'Ann', email, balance: 0n, role: 'user', status: 'active' })
  expect(body.token.split('.')).toHaveLength(3)
  expect(await statusOf(one, body.token)).toBe(200)
  const { rows } = await one.ctx.pool.query(
    `select password_hash, (select count(*)::int from accounts where user_id = id) as accounts from users where id = $1`,
    [body.user.id],
  )
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(rows[0].accounts).toBe(1)
})

test.each([
  ['a short password', { password: '1234567' }, 'password', 'Password must be at least 8 characters'],
  ['no name', { name: ' ' }, 'name', 'Name is required'],
  ['no email', { email: '' }, 'email', 'Email is required'],
  ['an email that is none', { email: 'ann' }, 'email', 'Please enter a valid email address'],
  ['a NUL in the email', { email: 'a\0nn@example.com' }, 'email', 'Please remove the control characters'],
  [
    'terms not agreed to',
    { terms: false },
    'terms',
    'You must agree to the Terms of Service and Privacy Policy',
  ],
  ['a role of its own', { role: 'admin' }, 'role', 'Unknown field'],
])('refuses to register with %s', async (_what, wrong, field, sentence) => {
  const email = newEmail()
  const { status, body } = await one.call(calls.register, {
    body: { name: 'Ann', email, password: PASSWORD, ...wrong },
  })
  const code = field === 'role' ? 'unknown_field' : 'invalid_fields'
  expect([status, body.code, body.fields]).toEqual([422, code, { [field]: sentence }])
  const { rowCount } = await one.ctx.pool.query('select 1 from users where email = $1', [email])
  expect(rowCount).toBe(0)
})

test('refuses a common password, in any form, and requires nothing but length otherwise', async () => {
  const email = `anna.karenina-${randomUUID()}@example.com`
  const register = (password: string) => one.call(calls.register, { body: { name: 'Ann', email, password } })
  const easy = [
    'password',
    'PassWord1',
    '12345678',
    '00000000',
    '12341234',
    'qwerty123',
    ' iloveyou ',
    'ｐａｓｓｗｏｒｄ',
  ]
  const own = [email, email.toUpperCase(), email.split('@')[0] ?? '']
  for (const password of [...easy, ...own, ' '.repeat(8), '\u3000'.repeat(8)]) {
    const { status, body } = await register(password)
    expect([password, status, body.fields]).toEqual([
      password,
      422,
      { password: 'This password is too easy to guess' },
    ])
  }
  expect((await register('plain words')).status).toBe(201)
})

test('opens one account when the same email registers many times at once', async () => {
  const body = { name: 'Ann', email: newEmail(), password: PASSWORD }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one : other).call(calls.register, { body })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('email_taken')
  const { rows } = await one.ctx.pool.query(
    'select count(*)::int as n from users join accounts on user_id = id where email = $1',
    [body.email],
  )
  expect(rows[0].n).toBe(1)
})

test('signs in with the email in any case, and returns the user', async () => {
  const { id, email } = await makeRegistered()
  const { status, body } = await other.call(calls.login, {
    body: { email: email.toUpperCase(), password: PASSWORD },
  })
  expect([status, body.user.id]).toEqual([200, id])
  expect(await statusOf(one, body.token)).toBe(200)
})

test('answers a wrong password and an unknown email alike', async () => {
  const { email } = await makeRegistered()
  const known = await one.call(calls.login, { body: { email, password: 'wrong horse' } })
  const unknown = await one.call(calls.login, { body: { email: newEmail(), password: PASSWORD } })
  expect([known.status, unknown.status]).toEqual([401, 401])
  const { requestId: _one, ...knownBody } = known.json
  const { requestId: _other, ...unknownBody } = unknown.json
  expect(unknownBody).toEqual(knownBody)
  expect(knownBody).toEqual({
    success: false,
    code: 'invalid_credentials',
    message: 'Login failed. Please check your credentials and try again.',
  })
})

test('hashes for an unknown email as for a known one: when the limit is full, both are refused', async () => {
  const { id, email } = await makeRegistered()
  // A known network would give them their own lane.
  await one.ctx.pool.query('delete from sign_in_places where user_id = $1', [id])
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const held = Array.from({ length: 103 }, () =>
    hashing(() => opened, { from: queueKeysOf('127.0.0.1') }).catch(() => undefined),
  )
  try {
    for (const tried of [email, newEmail()]) {
      const { status, body, headers } = await one.call(calls.login, {
        body: { email: tried, password: PASSWORD },
      })
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    }
  } finally {
    open()
    await Promise.all(held)
  }
  const cost = (hash: string) => hash.split('$').slice(0, 4)
  expect(cost(dummyHash)).toEqual(cost(await hashPassword(PASSWORD, undefined)))
})

test.each([
  [{ email: '', password: '' }, ['email', 'password']],
  [{ email: 'a@example.com' }, ['password']],
  [{ email: 1, password: [] }, ['email', 'password']],
  [{ email: 'a\0@example.com', password: PASSWORD }, ['email']],
])('refuses to sign in with %j', async (body, fields) => {
  const answer = await one.call(calls.login, { body })
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, fields])
})

test('reports a blocked account only for the right password', async () => {
  const { id, email } = await makeRegistered()
  await one.ctx.pool.query(`update users set status = 'blocked' where id = $1`, [id])
  const wrong = await one.call(calls.login, { body: { email, password: 'wrong horse' } })
  expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
  const right = await one.call(calls.login, { body: { email, password: PASSWORD } })
  expect([right.status, right.body.code]).toEqual([403, 'account_blocked'])
  await expect(startSession(one.ctx, id, somewhere)).rejects.toThrow('blocked')
})

test('stores the version of the terms that the user agreed to, for staff to see, and none when none was sent', async () => {
  const staff = await makeUser(one.ctx, { role: 'admin' })
  const kept = async (terms?: boolean) => {
    const body = {
      name: 'Ann',
      email: newEmail(),
      password: PASSWORD,
      ...(terms === undefined ? {} : { terms }),
    }
    const { id } = (await one.call(calls.register, { body })).body.user
    const { rows } = await one.ctx.pool.query(
      `select terms_version as version, terms_accepted_at > now() - interval '1 minute' as fresh from users where id = $1`,
      [id],
    )
    const seen = await one.call(getAdminUser, { token: staff.token, params: { id } })
    return { row: rows[0], terms: seen.body.user.terms }
  }
  const { row, terms } = await kept(true)
  expect(row).toEqual({ version: termsVersion, fresh: true })
  expect(terms).toEqual({ version: termsVersion, accepted_at: expect.any(Date) })
  expect(await kept()).toEqual({ row: { version: null, fresh: null }, terms: null })
})
