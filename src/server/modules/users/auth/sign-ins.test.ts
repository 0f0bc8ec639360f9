import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { login, register } from '#contract/users/auth.ts'
import { deleteOldRows } from '#test/delete-old-rows.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'

let app: TestApp
let behindProxy: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  behindProxy = await app.another({ databaseUrl: app.database.url, env: { TRUST_PROXY: '1' } })
})
afterAll(() => app.drop())

const password = 'a-long-password'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const from = (address: string, userAgent = firefox) => ({
  headers: { 'x-forwarded-for': address, 'user-agent': userAgent },
})
async function join() {
  const email = `${randomUUID()}@example.com`
  const body = { name: 'Bo', email, password }
  const answer = await behindProxy.call(register, { body, ...from('192.0.2.1') })
  return { email, id: answer.body.user.id }
}
const enter = async (email: string, way: ReturnType<typeof from>, with_ = password) =>
  (await behindProxy.call(login, { body: { email, password: with_ }, ...way })).status
const told = async (id: number) =>
  (
    await app.ctx.pool.query(
      `select details ->> 'device' as device, details ->> 'address' as address from emails
       where user_id = $1 and kind = 'new_sign_in' order by details ->> 'device'`,
      [id],
    )
  ).rows

test('a sign-in with another browser or from another network is emailed once; one from nearby is not', async () => {
  const { email, id } = await join()
  // The place of registration, and another address of the same internet provider.
  expect([await enter(email, from('192.0.2.1')), await enter(email, from('192.0.77.9'))]).toEqual([200, 200])
  expect(await told(id)).toEqual([])
  expect(await enter(email, from('192.0.2.1', chrome))).toBe(200)
  expect(await enter(email, from('198.51.100.7'))).toBe(200)
  const both = [
    { device: 'Chrome, Linux', address: '192.0.2.1' },
    { device: 'Firefox, Windows', address: '198.51.100.7' },
  ]
  expect(await told(id)).toEqual(both)
  for (const way of [from('192.0.2.1', chrome), from('198.51.200.8')]) await enter(email, way)
  expect(await told(id)).toEqual(both)
})

test('a wrong password is no sign-in, and two at the same moment are one email', async () => {
  const { email, id } = await join()
  expect(await enter(email, from('203.0.113.5'), 'a-wrong-password')).toBe(401)
  expect(await told(id)).toEqual([])
  await Promise.all([enter(email, from('203.0.113.5')), enter(email, from('203.0.113.6'))])
  expect(await told(id)).toHaveLength(1)
})

test('users from before this feature get no email for their first sign-in, and old places are deleted', async () => {
  const { email, id } = await join()
  await app.ctx.pool.query('delete from sign_in_places where user_id = $1', [id])
  await enter(email, from('203.0.113.5'))
  expect(await told(id)).toEqual([])
  await app.ctx.pool.query(
    `update sign_in_places set used_at = now() - interval '89 days' where user_id = $1`,
    [id],
  )
  await deleteOldRows(app.ctx)
  await enter(email, from('192.0.2.9'))
  expect(await told(id)).toHaveLength(1)
  await app.ctx.pool.query(
    `update sign_in_places set used_at = now() - interval '91 days' where user_id = $1`,
    [id],
  )
  await deleteOldRows(app.ctx)
  const { rowCount } = await app.ctx.pool.query('select from sign_in_places where user_id = $1', [id])
  expect(rowCount).toBe(0)
})

test('only a hash of a place is stored', async () => {
  const { id } = await join()
  const { rows } = await app.ctx.pool.query(
    'select sign_in_places::text as kept from sign_in_places where user_id = $1',
    [id],
  )
  // Hashes of the network, and of this browser in it.
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/192\.0|Firefox|Windows/)
})
