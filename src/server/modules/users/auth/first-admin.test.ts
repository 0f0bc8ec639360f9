import { createHash } from 'node:crypto'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { listUsers } from '#contract/users/admin-users.ts'
import * as calls from '#contract/users/auth.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { makeSetupLink, prepareFirstAdmin } from './first-admin.ts'
import { registerUser } from './register-user.ts'

let one: TestApp
const start = async (env: Record<string, string> = {}) => {
  one = await makeTestApp({ env })
  return one
}
beforeEach(() => start())
afterEach(() => one.drop())

const admin = { name: 'Olga', email: 'olga@example.com', password: 'correct horse' }

async function makeLink(): Promise<string> {
  const prepared = await prepareFirstAdmin(one.ctx)
  return prepared?.setupUrl.split('/').at(-1) ?? 'there was no link'
}

const countAdmins = async () => {
  const { rows } = await one.ctx.pool.query(`select count(*)::int as n from users where role = 'admin'`)
  return rows[0].n
}

test('offers a link that creates the first admin once, and stores only its hash', async () => {
  const prepared = await prepareFirstAdmin(one.ctx)
  expect(prepared?.setupUrl).toMatch(/^http:\/\/127\.0\.0\.1:3000\/setup\/[\w-]{43}$/)
  const token = prepared?.setupUrl.split('/').at(-1) ?? ''
  const { rows } = await one.ctx.pool.query('select token_hash from setup_links')
  expect(rows).toEqual([{ token_hash: createHash('sha256').update(token).digest() }])

  const { status, body } = await one.call(calls.setup, { body: { token, ...admin } })
  expect([status, body.user.role, body.user.email]).toEqual([201, 'admin', admin.email])
  expect((await one.call(listUsers, { token: body.token })).status).toBe(200)

  const again = await one.call(calls.setup, { body: { token, ...admin, email: 'eve@example.com' } })
  expect([again.status, again.body.code]).toEqual([404, 'setup_link_invalid'])
  expect(await prepareFirstAdmin(one.ctx)).toBeUndefined()
  expect(await countAdmins()).toBe(1)
})

test('the state of a link can be read any number of times without using it', async () => {
  const replaced = await makeLink()
  const token = await makeLink()
  const look = async (params: { token: string }) => {
    const { status, body } = await one.call(calls.verifySetupLink, { params })
    return [status, body.code ?? body.valid]
  }
  expect(await look({ token })).toEqual([200, true])
  expect(await look({ token })).toEqual([200, true])
  expect(await look({ token: replaced })).toEqual([404, 'setup_link_invalid'])
  expect(await look({ token: 'of nobody' })).toEqual([404, 'setup_link_invalid'])
  expect((await one.call(calls.setup, { body: { token, ...admin } })).status).toBe(201)
  expect(await look({ token })).toEqual([404, 'setup_link_invalid'])
})

test('refuses to show an unused link once there is an admin', async () => {
  const token = await makeLink()
  await makeUser(one.ctx, { role: 'admin' })
  expect((await one.call(calls.verifySetupLink, { params: { token } })).status).toBe(404)
})

test('creates one admin when the link is used many times at once', async () => {
  const token = await makeLink()
  const other = await one.another()
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      (at % 2 === 0 ? one : other).call(calls.setup, {
        body: { token, ...admin, email: `admin-${at}@example.com` },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404, 404, 404])
  expect(await countAdmins()).toBe(1)
})

test('refuses an unused link once there is an admin, an unknown one, and a replaced one', async () => {
  const replaced = await makeLink()
  const token = await makeLink()
  const use = async (token: string) => (await one.call(calls.setup, { body: { token, ...admin } })).status
  expect(await use(replaced)).toBe(404)
  expect(await use('A'.repeat(43))).toBe(404)
  await makeUser(one.ctx, { role: 'admin' })
  expect(await use(token)).toBe(404)
})

test('refuses a link that is a day old, and accepts a new one, created at the same address', async () => {
  const old = await makeLink()
  const age = (by: string) =>
    one.ctx.pool.query(`update setup_links set created_at = created_at - interval '${by}'`)
  const look = async (token: string) => (await one.call(calls.verifySetupLink, { params: { token } })).status
  await age('23 hours 50 minutes')
  expect(await look(old)).toBe(200)
  await age('11 minutes')
  expect(await look(old)).toBe(404)
  const late = await one.call(calls.setup, { body: { token: old, ...admin } })
  expect([late.status, late.body.code]).toEqual([404, 'setup_link_invalid'])

  const link = (await makeSetupLink(one.ctx, undefined)) ?? ''
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/setup\/[\w-]{43}$/)
  const token = link.split('/').at(-1) ?? ''
  expect((await one.call(calls.setup, { body: { token, ...admin } })).status).toBe(201)
  expect(await makeSetupLink(one.ctx, undefined)).toBeUndefined()
})

test('leaves the link usable when the email is taken or a field is wrong', async () => {
  const token = await makeLink()
  await registerUser(one.ctx, { ...admin, name: 'Somebody' })
  const taken = await one.call(calls.setup, { body: { token, ...admin } })
  expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
  const short = await one.call(calls.setup, { body: { token, ...admin, password: 'short' } })
  expect([short.status, Object.keys(short.body.fields)]).toEqual([422, ['password']])
  const easy = await one.call(calls.setup, { body: { token, ...admin, password: 'iloveyou' } })
  expect([easy.status, easy.body.fields]).toEqual([422, { password: 'This password is too easy to guess' }])
  const good = await one.call(calls.setup, { body: { token, ...admin, email: 'admin@example.com' } })
  expect(good.status).toBe(201)
})

test('creates the admin of ADMIN_EMAIL and ADMIN_PASSWORD once, with several processes starting at once', async () => {
  await one.drop()
  await start({ ADMIN_EMAIL: 'Olga@Example.com', ADMIN_PASSWORD: admin.password })
  const other = await one.another()
  const prepared = await Promise.all([one, other, one].map(({ ctx }) => prepareFirstAdmin(ctx)))
  expect(prepared).toEqual([undefined, undefined, undefined])
  expect(await countAdmins()).toBe(1)
  const { body } = await one.call(calls.login, { body: { email: admin.email, password: admin.password } })
  expect(body.user.role).toBe('admin')
})

test('refuses to start with a guessable ADMIN_PASSWORD, except when that admin already exists', async () => {
  await one.drop()
  await start({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: 'Password1' })
  await expect(prepareFirstAdmin(one.ctx)).rejects.toThrow('ADMIN_PASSWORD is too easy to guess')
  await registerUser(one.ctx, { ...admin, role: 'admin' })
  expect(await prepareFirstAdmin(one.ctx)).toBeUndefined()
})

test('does not promote an existing account with ADMIN_EMAIL', async () => {
  await one.drop()
  await start({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
  await registerUser(one.ctx, { ...admin, password: 'of somebody else' })
  expect((await prepareFirstAdmin(one.ctx))?.setupUrl).toContain('/setup/')
  expect(await countAdmins()).toBe(0)
})
