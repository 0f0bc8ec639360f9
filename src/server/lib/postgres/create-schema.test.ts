import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { makeEmptyDatabase } from '#test/database.ts'

import { compareMigrations, createSchema } from './create-schema.ts'
import { makeClient } from './pool.ts'
import { readMigrations } from './read-migrations.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tally-create-schema-'))
  await writeFile(join(dir, '0001_one.sql'), 'create table one (id int, name text)')
  await writeFile(
    join(dir, '0002_two.sql'),
    `-- no transaction: an index on a large table, which is dropped before it is built again
-- step where exists (select from pg_class where relname = 'nothing')
drop table nothing;
-- step
create unique index concurrently one_by_id on one (id);
`,
  )
  await writeFile(join(dir, '0003_three.sql'), 'alter table one add more int')
})
afterAll(() => rm(dir, { recursive: true }))

test('a schema is created in one tx, up to a given migration, including those that otherwise run outside a tx', async () => {
  const database = await makeEmptyDatabase()
  onTestFinished(() => database.drop())
  const client = makeClient(database.url)
  await client.connect()
  onTestFinished(() => client.end())
  const columns = async () => {
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(attname, ' ' order by attnum) as names from pg_attribute where attrelid = to_regclass('one') and attnum > 0`,
    )
    return rows[0]?.names
  }
  await client.query('begin')
  await createSchema(client, 2, dir)
  expect(await columns()).toBe('id name')
  const { rows } = await client.query(`select to_regclass('one_by_id') is not null as built`)
  expect(rows).toEqual([{ built: true }])
  await client.query('rollback')
  expect(await columns()).toBeNull()
})

test('the migrations of a database are known, newer, or from another history', async () => {
  const all = await readMigrations(dir)
  const [first, second] = all
  if (first === undefined || second === undefined) throw new Error('there are three')
  const compare = (ran: readonly { name: string; checksum: string }[]) => compareMigrations(ran, dir)
  expect(await compare(all)).toBe('known')
  expect(await compare([first])).toBe('known')
  expect(await compare([...all, { name: '0004_four.sql', checksum: 'x' }])).toBe('newer')
  expect(await compare([first, { ...second, checksum: 'x' }])).toBe('other')
  expect(await compare([second])).toBe('other')
  expect(await compare([...all, { name: '0002_more.sql', checksum: 'x' }])).toBe('other')
  expect(await compare([])).toBe('other')
})
