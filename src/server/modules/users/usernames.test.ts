import { afterAll, beforeAll, expect, test } from 'vitest'

import { listUsers, updateUser } from '#contract/users/admin-users.ts'
import { register } from '#contract/users/auth.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { usernamesFor } from './usernames.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

test.each([
  ['Ann.Smith+shop@example.com', 'Ann.Smith'],
  ['o’hara_9@example.com', 'ohara_9'],
  ['ab@example.com', 'ab2'],
  ['потап@example.com', 'user'],
  [`${'x'.repeat(64)}@example.com`, 'x'.repeat(24)],
])('from %s comes %s', (email, username) => {
  const all = [...usernamesFor(email)]
  expect(all.every((one) => /^[A-Za-z0-9_.-]{3,30}$/.test(one))).toBe(true)
  expect(all[0]).toBe(username)
})

const open = async (email: string) => {
  const body = { name: 'N', email, password: 'a-good-long-password-9', terms: true }
  const answer = await app.call(register, { body })
  expect(answer.status).toBe(201)
  const found = await app.ctx.db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirstOrThrow()
  return found
}
const change = (id: number, body: unknown, { token }: TestUser = admin) =>
  app.call(updateUser, { token, params: { id }, body })
const find = async (search: string) =>
  (await app.call(listUsers, { token: admin.token, query: { search } })).body.users.map(({ id }) => id)

test('a name that is taken, in any case, gets a number, also when many register at once', async () => {
  const first = await open('zoe@one.example.com')
  expect(first.username).toBe('zoe')
  await change(first.id, { username: 'ZOE' })
  const others = await Promise.all([2, 3, 4, 5, 6, 7].map((other) => open(`zoe@other-${other}.example.com`)))
  const names = others.map(({ username }) => username)
  expect(new Set([...names, 'zoe']).size).toBe(7)
  expect(names.filter((one) => /^zoe[2-5]$/.test(one))).toHaveLength(4)
  expect(names.every((one) => /^zoe\d+$/.test(one))).toBe(true)
})

test('staff change it, with both names in the audit log, and find the user by it', async () => {
  const { id } = await open('yan@example.com')
  const done = await change(id, { username: ' Yan_the.Buyer-7 ' })
  expect([done.status, done.body.user.username]).toEqual([200, 'Yan_the.Buyer-7'])
  expect(await find('the.buyer')).toEqual([id])
  expect(await find('ya')).toContain(id)
  const { rows } = await app.database.pool.query(
    `select personal from audit_log where action = 'user.update' and subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([
    { personal: { before: { username: 'yan' }, after: { username: 'Yan_the.Buyer-7' } } },
  ])
})

test('refuses a name of another user in any case, and one with other characters or of another length', async () => {
  const [one, other] = [await open('wil@example.com'), await open('vic@example.com')]
  expect((await change(other.id, { username: 'WIL' })).body).toMatchObject({ code: 'username_taken' })
  expect((await change(one.id, { username: 'Wil' })).status).toBe(200)
  for (const username of ['wi', 'w'.repeat(31), 'w w w', 'wíl', 'deleted:1', 'a@b', ''])
    expect((await change(other.id, { username })).status).toBe(422)
  const helper = await makeUser(app.ctx, { role: 'admin', permissions: ['orders'] })
  expect((await change(other.id, { username: 'vico' }, helper)).status).toBe(403)
  expect((await change(other.id, { username: 'vico' }, await makeUser(app.ctx))).status).toBe(403)
})
