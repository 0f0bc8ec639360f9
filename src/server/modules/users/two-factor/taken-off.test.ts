import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { login } from '#contract/users/auth.ts'
import * as calls from '#contract/users/two-factor.ts'
import { deleteUser } from '#contract/users/admin-users.ts'
import { getProfile } from '#contract/users/users.ts'
import { proveSecretKey } from '#server/boot/prove-secret-key.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { codeOf } from '#test/authenticator-codes.ts'
import { makeUser, signIn, type TestUser } from '#test/factories.ts'
import { joinWithFactor, emailsOfTwoFactor, turnOnFor } from '#test/two-factor.ts'

let one: TestApp
let other: TestApp
let admin: TestUser
beforeAll(async () => {
  one = await makeTestApp()
  other = await one.another()
  admin = await makeUser(one.ctx, { role: 'admin' })
})
afterAll(() => one.drop())

async function enter(
  app: TestApp,
  user: { email: string; password: string },
  code?: string,
): Promise<number> {
  const { email, password } = user
  const { status } = await app.call(login, { body: { email, password, ...(code !== undefined && { code }) } })
  return status
}
async function isOver(token: string): Promise<void> {
  const status = async () => (await other.call(getProfile, { token })).status
  await expect.poll(status, { timeout: 20_000, interval: 50 }).toBe(401)
}

test('staff turn it off with a logged reason: its owner is notified and signed out', async () => {
  const user = await joinWithFactor(one)
  const reset = (token: string, id: number, body: object = { reason: 'Lost the phone; showed a passport' }) =>
    one.call(calls.resetTwoFactor, { token, params: { id }, body })
  expect((await reset(admin.token, user.id, { reason: ' ' })).body.fields).toEqual({
    reason: 'Please give a reason',
  })
  expect((await reset(admin.token, user.id)).status).toBe(200)
  await isOver(user.token)
  expect(await enter(one, user)).toBe(200)
  expect(await emailsOfTwoFactor(one, user.id)).toEqual(['two_factor_on', 'two_factor_reset'])
  const { rows } = await one.ctx.pool.query(
    `select actor_id, subject_id, reason from audit_log where action = 'user.reset_two_factor'`,
  )
  expect(rows).toEqual([
    { actor_id: admin.id, subject_id: BigInt(user.id), reason: 'Lost the phone; showed a passport' },
  ])
  expect((await reset(admin.token, user.id)).json['details']).toEqual({ reason: 'two_factor_off' })
})

test("nobody resets their own, and staff's is reset only with permission to change staff", async () => {
  const colleague = await makeUser(one.ctx, { role: 'admin', permissions: ['users'] })
  await turnOnFor(one, colleague)
  const reset = async (token: string) => {
    const sent = { token, params: { id: colleague.id }, body: { reason: 'so' } }
    const { status, json } = await one.call(calls.resetTwoFactor, sent)
    return [status, json['details']]
  }
  expect(await reset(colleague.token)).toEqual([409, { reason: 'two_factor_own' }])
  const peer = await makeUser(one.ctx, { role: 'admin', permissions: ['users'] })
  expect(await reset(peer.token)).toEqual([403, undefined])
  expect(await reset(admin.token)).toEqual([200, undefined])
})

test('the operator turns it off on the machine, with the product running, with an audit log entry', async () => {
  const user = await joinWithFactor(one)
  const { databaseUrl = '', dataDir, secretKey } = one.ctx.config
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET_KEY: secretKey }
  const run = (email: string) =>
    promisify(execFile)(process.execPath, ['scripts/two-factor-off.ts', email], { env })
  const heard: unknown[] = []
  one.ctx.events.on('session', ({ userId }) => heard.push(userId))
  expect((await run(user.email.toUpperCase())).stdout).toContain('every session was signed out')
  // The running product closes open streams.
  await expect.poll(() => heard, { timeout: 20_000 }).toContain(user.id)
  await isOver(user.token)
  expect(await enter(one, user)).toBe(200)
  expect(await emailsOfTwoFactor(one, user.id)).toEqual(['two_factor_on', 'two_factor_reset'])
  const { rows } = await one.ctx.pool.query(
    `select address, reason from audit_log where action = 'user.reset_two_factor' and actor_id = $1`,
    [user.id],
  )
  expect(rows).toEqual([{ address: 'the machine itself', reason: 'npm run two-factor-off' }])
  // An unfinished setup stays.
  const token = await signIn(one.ctx, user.id)
  const begun = await one.call(calls.setUpTwoFactor, { token, body: {} })
  await expect(run(user.email)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was changed'),
  })
  const body = { code: codeOf(begun.body.secret) }
  expect((await one.call(calls.enableTwoFactor, { token, body })).status).toBe(200)
})

test('deleting a user deletes it', async () => {
  const { id } = await joinWithFactor(one)
  expect((await one.call(deleteUser, { token: admin.token, params: { id } })).status).toBe(200)
  const { rows } = await one.ctx.pool.query(
    `select 1 from two_factor where user_id = $1 union all select 1 from recovery_codes where user_id = $1`,
    [id],
  )
  expect(rows).toEqual([])
})

test('codes keep working after SECRET_KEY was changed', async () => {
  const user = await joinWithFactor(one)
  const config = {
    secretKey: 'another secret key for tests only, of no use',
    secretKeyPrevious: one.ctx.config.secretKey,
  }
  expect(await proveSecretKey(config, one.ctx.pool)).toBe(config.secretKey)
  const { url } = one.database
  const later = await one.another({ databaseUrl: url, env: { SECRET_KEY: config.secretKey } })
  expect(await enter(later, user, codeOf(user.secret))).toBe(200)
})
