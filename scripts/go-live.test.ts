import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { login } from '#contract/users/auth.ts'
import { listUsers } from '#contract/users/admin-users.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { demoStaff } from '#server/modules/operations/demo/demo-people.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { proveSecretKey } from '#server/boot/prove-secret-key.ts'
import { registerSandboxProvider } from '#server/modules/providers/sandbox/sandbox-provider.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { openMailPassword } from '#server/modules/settings/settings-secrets.ts'
import { storeMode } from '#server/modules/audit-log/mode/settle-mode.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { codeOf } from '#test/authenticator-codes.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'
import { makeService, makeUser } from '#test/factories.ts'
import { forgetStep, turnOnFor } from '#test/two-factor.ts'
import { makeDataDir, startScript } from '#test/start-script.ts'

import { carryOver } from './go-live/carry-over.ts'

// Longer than most: one old shop with everything that an operator may have, copied once and checked piece by piece.

const [before, after] = ['the key of what was tried', 'the key by which it is live']
let tried: TestApp
let target: TestDatabase
let folder: Awaited<ReturnType<typeof makeDataDir>>

beforeAll(async () => {
  tried = await makeTestApp({ env: { SECRET_KEY: before } })
  folder = await makeDataDir()
  await storeMode(tried.ctx.pool, 'sandbox')
  await fillTried()
})
beforeEach(async () => {
  target = await makeTestDatabase()
})
afterEach(() => target.drop())
afterAll(async () => {
  await tried.drop()
  await folder.remove()
})

let factor: { secret: string; codes: string[] }
const boss = { email: 'boss@example.com', password: 'a long password of the boss' }

async function fillTried() {
  const { ctx } = tried
  const admin = await makeUser(ctx, { role: 'admin' })
  const config = { brand: { name: 'Acme' }, mail_password: 'of the mail server' }
  expect((await tried.call(updateSettings, { token: admin.token, body: config })).status).toBe(200)
  const providerId = await registerSandboxProvider(ctx, { url: 'http://127.0.0.1:9', key: 'k' })
  await makeUser(ctx, { balance: '5' })
  const ofSandbox = await makeService(ctx, { supply: { providerId, service: '1' } })
  await tried.database.pool.query(
    `insert into categories (platform, name) values ('Instagram', 'Of the sandbox'), ('Instagram', 'Our own')`,
  )
  await tried.database.pool.query(
    `update services set category_id = (select id from categories where name = 'Of the sandbox') where id = $1`,
    [ofSandbox.id],
  )
  const byHand = await makeService(ctx)
  await tried.database.pool.query('update services set by_hand = true, name = $2 where id = $1', [
    byHand.id,
    'By our own hands',
  ])
  // Delivered by hand as well as by the sandbox, and in another platform's category.
  const both = await makeService(ctx, { name: 'By both', supply: { providerId, service: '2' } })
  await tried.database.pool.query(
    `update services set by_hand = true, platform = 'TikTok', category_id = (select id from categories where name = 'Our own') where id = $1`,
    [both.id],
  )
  await tried.database.pool.query(
    `insert into canned_replies (language, title, content) values ('en', 'Hello', 'Hello there')`,
  )
  // Staff sign in to the new database with the same credentials.
  await tried.database.pool.query(
    `insert into users (role, name, email, permissions) values ('admin', 'Invited', 'invited@example.com', '{support}')`,
  )
  // The demo's staff, who are not copied.
  await tried.database.pool.query(
    `insert into users (role, name, email, permissions) values ('admin', 'Hana', $1, '{support}')`,
    [demoStaff.manager.email],
  )
  await tried.database.pool.query(
    `insert into settings (section, value) values ('payment_methods', '[{"id": "manual-demo-bank"}, {"id": "manual-bank"}]')`,
  )
  await tried.database.pool.query(
    `update users set email = $1, permissions = '{users,staff}', password_hash = $2 where id = $3`,
    [boss.email, await hashPassword(boss.password, undefined), admin.id],
  )
  factor = await turnOnFor(tried, { token: admin.token, password: boss.password })
}

const count = async (database: TestDatabase, table: string) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n

function run(args: string[]) {
  return startScript(
    { DATABASE_URL: tried.database.url, DATA_DIR: tried.ctx.config.dataDir, SECRET_KEY: before },
    {
      command: [process.execPath, join(import.meta.dirname, 'go-live.ts')],
      args: [`--data-dir=${folder.dataDir}`, ...args],
    },
  )
}

test('copies the operator’s own data, re-encrypted and live; no money, customer or order', async () => {
  const first = run([`--database-url=${target.url}`])
  expect([await first.exited, first.lines().join('\n')]).toEqual([
    { code: 0, signal: null },
    expect.stringMatching(
      /2 {2}services by hand\n +2 {2}staff\n[^]*Copied to the new database\. Start it with DATA_DIR=/,
    ),
  ])
  for (const [table, rows] of Object.entries({
    users: 2,
    accounts: 2,
    recovery_codes: factor.codes.length,
    transactions: 0,
    orders: 0,
    sessions: 0,
    canned_replies: 1,
    services: 2,
    supplies: 0,
    settings_secrets: 1,
  }))
    expect([table, await count(target, table)]).toEqual([table, rows])

  const methods = await target.pool.query(`select value from settings where section = 'payment_methods'`)
  expect(methods.rows).toEqual([{ value: [{ id: 'manual-bank' }] }])

  const { rows: categories } = await target.pool.query('select name from categories')
  expect(categories).toContainEqual({ name: 'Our own' })
  expect(categories).not.toContainEqual({ name: 'Of the sandbox' })

  const live = await tried.another({ databaseUrl: target.url, env: { SECRET_KEY: before } })
  expect((await target.pool.query('select mode from database_mode')).rows).toEqual([{ mode: 'live' }])
  expect(await proveSecretKey({ secretKey: before }, target.pool)).toBe(before)
  expect(await openMailPassword(live.ctx)).toBe('of the mail server')
  const signIn = (code?: string) => live.call(login, { body: { ...boss, ...(code && { code }) } })
  expect((await signIn()).body.code).toBe('two_factor_required')
  // Used codes stay used there.
  const steps = await Promise.all(
    [tried.database, target].map(({ pool }) => pool.query('select last_step from two_factor')),
  )
  expect(steps[1]?.rows).toEqual(steps[0]?.rows)
  expect((await signIn(factor.codes[0])).status).toBe(200)
  await forgetStep(live, 1)
  const { body } = await signIn(codeOf(factor.secret))
  expect(body.user.permissions).toEqual(['users', 'staff'])
  expect((await live.call(listUsers, { token: body.token })).status).toBe(200)

  const { rows: emails } = await target.pool.query(
    `select receiver, kind, due_at is not null as is_waiting, details ->> 'invitation' = (select id::text from invitations) as is_its
     from emails where kind = 'invitation'`,
  )
  expect(emails).toEqual([
    { receiver: 'invited@example.com', kind: 'invitation', is_waiting: true, is_its: true },
  ])

  const mistyped = run(['--data-dri=./live'])
  expect((await mistyped.exited).code).toBe(1)
  expect(mistyped.lines().slice(0, 2)).toEqual([
    "Unknown option '--data-dri'",
    expect.stringMatching(/^Usage: npm run go-live -- --data-dir=/),
  ])
}, 120_000)

test('a given key encrypts the copy, a wrong one copies nothing, an interrupted run can be repeated, and a complete one not', async () => {
  const [from, to] = [makeClient(tried.database.url), makeClient(target.url)]
  await Promise.all([from.connect(), to.connect()])
  const carry = (opening: string) =>
    carryOver({ from, to, opening: makeSecrets(opening), sealing: makeSecrets(after) })
  try {
    await expect(carry('the key of somebody else')).rejects.toThrow(
      /can't decrypt the old database's secrets/,
    )
    for (const table of ['users', 'settings', 'database_mode']) expect(await count(target, table)).toBe(0)
    expect(await carry(before)).toMatchObject({
      staff: 2,
      'of them with two-factor sign-in': 1,
      'of them invited again': 1,
      'services by hand': 2,
      'secrets of the settings': 1,
    })
    await expect(carry(before)).rejects.toThrow(
      'The target database is not new: the product has already been started on it. Choose a new one. Nothing was changed.',
    )
    expect(await count(target, 'users')).toBe(2)
    // A live database cannot be a source.
    const onwards = carryOver({
      from: to,
      to: from,
      opening: makeSecrets(after),
      sealing: makeSecrets(after),
    })
    await expect(onwards).rejects.toThrow('This database is not in sandbox mode')
  } finally {
    await Promise.all([from.end(), to.end()])
  }
  expect(await proveSecretKey({ secretKey: after }, target.pool)).toBe(after)
  const live = await tried.another({ databaseUrl: target.url, env: { SECRET_KEY: after } })
  expect(await openMailPassword(live.ctx)).toBe('of the mail server')
}, 60_000)

test('the copy is one snapshot of the old database, whatever changes meanwhile', async () => {
  const [from, to] = [makeClient(tried.database.url), makeClient(target.url)]
  await Promise.all([from.connect(), to.connect()])
  const ask = from.query.bind(from) as (statement: string) => Promise<unknown> // the form of pg's query that is used there
  const change = `with gone as (delete from canned_replies) update services set name = 'Changed meanwhile' where by_hand`
  const changing = async (statement: string) => {
    const answer = await ask(statement)
    if (statement.includes('from settings')) await tried.database.pool.query(change)
    return answer
  }
  from.query = changing as typeof from.query
  try {
    await carryOver({ from, to, opening: makeSecrets(before), sealing: makeSecrets(after) })
  } finally {
    await Promise.all([from.end(), to.end()])
  }
  expect(await count(target, 'canned_replies')).toBe(1)
  const { rows } = await target.pool.query('select name from services order by id')
  expect(rows).toEqual([{ name: 'By our own hands' }, { name: 'By both' }])
}, 60_000)
