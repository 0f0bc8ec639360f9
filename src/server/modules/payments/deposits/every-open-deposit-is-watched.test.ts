import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { migrate } from '#server/lib/postgres/migrate.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

const migrations = join(import.meta.dirname, '../../../../../db/migrations')
let database: TestDatabase
let before: string

beforeAll(async () => {
  database = await makeTestDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  before = await mkdtemp(join(tmpdir(), 'tally-before-0010-'))
  for (const name of await readdir(migrations))
    if (name < '0010') await cp(join(migrations, name), join(before, name))
  await migrate(database.url, before)
})
afterAll(async () => {
  await database.drop()
  await rm(before, { recursive: true })
})

test('deposits that were open and never asked about are due at once, those that are over are left alone', async () => {
  await database.pool.query(`
    insert into users (id, name, email, password_hash) overriding system value values (1, 'U', 'u@example.com', 'none');
    insert into accounts (user_id) values (1);
    insert into deposits (user_id, reference, gateway, payment_method, amount, status, completed_at, check_at)
    values (1, 'forgotten', 'cryptomus', 'cryptomus', 5, 'pending', null, null),
      (1, 'watched', 'cryptomus', 'cryptomus', 5, 'pending', null, '2100-01-01'),
      (1, 'over', 'cryptomus', 'cryptomus', 5, 'canceled', null, null),
      (1, 'asked in vain', 'cryptomus', 'cryptomus', 5, 'completed', now(), now())`)
  await migrate(database.url)
  const { rows } = await database.pool.query(
    'select reference, check_at <= now() as is_due from deposits order by reference',
  )
  expect(rows).toEqual([
    { reference: 'asked in vain', is_due: null },
    { reference: 'forgotten', is_due: true },
    { reference: 'over', is_due: null },
    { reference: 'watched', is_due: false },
  ])
})
