import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Permission, permissions } from '#contract/base/permissions.ts'
import { listUsers, updateUser } from '#contract/users/admin-users.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

let one: TestApp
let other: TestApp
let admin: TestUser
beforeAll(async () => {
  one = await makeTestApp()
  other = await one.another()
  admin = await makeUser(one.ctx, { role: 'admin' })
  await makeUser(one.ctx, { role: 'admin' })
})
afterAll(() => one.drop())

const put = (by: TestUser, id: number, body: Record<string, unknown>) =>
  one.call(updateUser, { token: by.token, params: { id }, body })
const makeStaff = (own: readonly Permission[]) =>
  makeUser(one.ctx, { role: 'admin', permissions: own, balance: '5' })

test('changed permissions apply at once, in another process too, and end with the role', async () => {
  const user = await makeUser(one.ctx)
  const made = await put(admin, user.id, { role: 'admin', permissions: ['users'] })
  expect([made.status, made.body.user.permissions]).toEqual([200, ['users']])
  const reach = async () =>
    Promise.all([one, other].map(async (app) => (await app.call(listUsers, { token: user.token })).status))
  expect(await reach()).toEqual([200, 200])
  await put(admin, user.id, { permissions: ['orders'] })
  await expect.poll(reach, { timeout: 10_000, interval: 20 }).toEqual([403, 403])
  await put(admin, user.id, { permissions: null })
  await expect.poll(reach, { timeout: 10_000, interval: 20 }).toEqual([200, 200])
  await put(admin, user.id, { permissions: ['users'] })
  expect((await put(admin, user.id, { role: 'user' })).body.user.permissions).toBeNull()
  await expect.poll(reach, { timeout: 10_000, interval: 20 }).toEqual([403, 403])
})

test('changing a balance needs the permission to move money', async () => {
  const user = await makeUser(one.ctx, { balance: '5' })
  const body = { name: 'Bo', balance: 6, expected_balance: 5, reason: 'so' }
  const refused = await put(await makeStaff(['users', 'reports']), user.id, body)
  expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_permissions'])
  // A form that sends back the displayed values moves nothing and is allowed.
  expect((await put(await makeStaff(['users']), user.id, { name: 'Bo', balance: 5 })).status).toBe(200)
  expect((await put(await makeStaff(['users', 'money']), user.id, body)).status).toBe(200)
})

test('changing staff needs the permission for it, and nobody grants or revokes permissions that they lack', async () => {
  const user = await makeUser(one.ctx)
  const desk = await makeStaff(['users', 'orders'])
  for (const [id, body] of [
    [user.id, { role: 'admin', permissions: ['orders'] }],
    [admin.id, { status: 'blocked' }],
    [desk.id, { permissions: null }],
    [desk.id, { permissions: ['users', 'orders', 'money'] }],
  ] as const)
    expect((await put(desk, id, body)).body.code).toBe('insufficient_permissions')

  const lead = await makeStaff(['users', 'staff', 'orders'])
  expect((await put(lead, user.id, { role: 'admin', permissions: ['orders'] })).status).toBe(200)
  expect((await put(lead, user.id, { role: 'user' })).status).toBe(200)
  for (const [id, body] of [
    [user.id, { role: 'admin' }],
    [user.id, { role: 'admin', permissions: ['money'] }],
    [lead.id, { permissions: null }],
    [admin.id, { permissions: ['orders'] }],
    [(await makeStaff(['money'])).id, { status: 'blocked' }],
  ] as const)
    expect((await put(lead, id, body)).body.code).toBe('insufficient_permissions')
})

test('a list of all permissions makes no owner: only owners make one, and act on one', async () => {
  const lead = await makeStaff(permissions)
  const user = await makeUser(one.ctx)
  for (const [id, body] of [
    [lead.id, { permissions: null }],
    [user.id, { role: 'admin' }],
    [admin.id, { status: 'blocked' }],
    [admin.id, { permissions: ['orders'] }],
  ] as const)
    expect((await put(lead, id, body)).body.code).toBe('insufficient_permissions')
  expect((await put(lead, user.id, { role: 'admin', permissions })).status).toBe(200)
  expect((await put(admin, user.id, { permissions: null })).body.user.permissions).toBeNull()
})

test('the last owner stays one, even after inviting others, and customers have no permissions', async () => {
  const own = await makeTestApp()
  const last = await makeUser(own.ctx, { role: 'admin' })
  const user = await makeUser(own.ctx)
  await makeUser(own.ctx, { role: 'admin', permissions: ['staff', 'users'] })
  const invited = await makeUser(own.ctx, { role: 'admin' })
  await own.ctx.pool.query('update users set password_hash = null where id = $1', [invited.id])
  const send = (id: number, body: unknown) =>
    own.call(updateUser, { token: last.token, params: { id }, body })
  expect((await send(last.id, { permissions: ['staff'] })).body.code).toBe('last_admin')
  expect((await send(last.id, { role: 'user' })).body.code).toBe('last_admin')
  expect((await send(last.id, { status: 'blocked' })).body.code).toBe('last_admin')
  expect((await send(user.id, { permissions: ['orders'] })).status).toBe(422)
  expect((await send(user.id, { role: 'admin', permissions: ['sudo'] })).status).toBe(422)
  await own.drop()
})
