import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { makeEmptyDatabase, type TestDatabase } from '#test/database.ts'

import { migrate, refusalOfServer } from './migrate.ts'
import { migrationsDir } from './read-migrations.ts'

// Longer than most: each way in which a migration is refused, fails, is interrupted or killed, on folders of its own.

let database: TestDatabase
let dir: string

beforeEach(async () => {
  database = await makeEmptyDatabase()
  dir = await mkdtemp(join(tmpdir(), 'tally-migrations-'))
  await write('1001_first.sql', 'create table first (id int);')
})
afterEach(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(join(dir, name), sql)
const run = () => migrate(database.url, dir)

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  )
  return rows.map(({ tablename }) => tablename).filter((name) => name !== 'schema_migrations')
}

test('runs each file once and in order', async () => {
  await write('1002_second.sql', 'create table second (id int);')
  expect(await run()).toEqual(['1001_first.sql', '1002_second.sql'])
  expect(await run()).toEqual([])
  await write('1003_third.sql', 'drop table second;')
  expect(await run()).toEqual(['1003_third.sql'])
  expect(await tables()).toEqual(['first'])
})

test('concurrent processes take turns, and each file runs in one of them', async () => {
  await write('1002_slow.sql', 'select pg_sleep(0.2); create table slow (id int);')
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat().toSorted()).toEqual(['1001_first.sql', '1002_slow.sql'])
})

test('runs nothing on a database whose distribution was interrupted', async () => {
  await database.pool.query('create table distribution (finished_at timestamptz)')
  await database.pool.query('insert into distribution values (null)')
  await expect(run()).rejects.toThrow('The distribution of this database was interrupted')
  expect(await tables()).toEqual(['distribution'])
  await database.pool.query('update distribution set finished_at = now()')
  expect(await run()).toEqual(['1001_first.sql'])
})

test('refuses a file that was changed after it ran; other line endings are no change', async () => {
  await write('1001_first.sql', 'create table first (id int);\nselect 1;')
  await run()
  await write('1001_first.sql', 'create table first (id int);\r\nselect 1;')
  expect(await run()).toEqual([])
  await write('1001_first.sql', 'create table first (id bigint);')
  await expect(run()).rejects.toThrow('1001_first.sql was changed after it ran on this database.')
})

test('refuses a file that comes before one that has run, and a database of a newer version, with the version to use', async () => {
  await write('1003_third.sql', 'select 1;')
  await migrate(database.url, dir, '0.4.2')
  await write('1002_late.sql', 'select 1;')
  await expect(run()).rejects.toThrow('1002_late.sql comes before 1003_third.sql, which has run.')
  await rm(join(dir, '1002_late.sql'))
  await rm(join(dir, '1003_third.sql'))
  await expect(run()).rejects.toThrow(
    'This database has run 1003_third.sql, which this version does not know. Start version 0.4.2 or later.',
  )
})

test('stores with each file the version that ran it, and whether it is rolling', async () => {
  await write(
    '1002_column.sql',
    '-- rolling: yes, nobody else reads it\nalter table first add column more int;',
  )
  await migrate(database.url, dir, '0.3.0')
  await write('1003_index.sql', `-- rolling: yes, an index changes no answer\n${concurrentIndex}`)
  await write(
    '1004_drop.sql',
    '-- rolling: no, the version before reads it\nalter table first drop column more;',
  )
  await migrate(database.url, dir, '0.4.0')
  const { rows } = await database.pool.query(
    'select name, version, is_rolling from schema_migrations order by name',
  )
  expect(rows).toEqual([
    { name: '1001_first.sql', version: '0.3.0', is_rolling: false },
    { name: '1002_column.sql', version: '0.3.0', is_rolling: true },
    { name: '1003_index.sql', version: '0.4.0', is_rolling: true },
    { name: '1004_drop.sql', version: '0.4.0', is_rolling: false },
  ])
})

test('a failing file changes nothing and reports where; those before it stay', async () => {
  await write('1002_broken.sql', 'create table second (id int);\nselect nothing;')
  await expect(run()).rejects.toThrow(/1002_broken\.sql failed and changed nothing: .*nothing.* \(line 2\)/)
  expect(await tables()).toEqual(['first'])
})

test('refuses a server before 15 in a sentence, and none after', () => {
  expect(refusalOfServer({ number: 140_019, version: '14.19 (Debian)' })).toMatch(
    /^This database is PostgreSQL 14\.19 \(Debian\); 15 or later is needed\./,
  )
  expect(refusalOfServer({ number: 150_000, version: '15.0' })).toBeUndefined()
})

test('refuses names without a number, and two with one number', async () => {
  await write('1001_again.sql', 'select 1;')
  await expect(run()).rejects.toThrow('there are two migrations 1001.')
  await rm(join(dir, '1001_again.sql'))
  await write('second.sql', 'select 1;')
  await expect(run()).rejects.toThrow('a migration is named NNNN_name.sql.')
})

/** The usual form: an invalid index of an interrupted build is dropped first. */
const concurrentIndex = `-- no transaction: an index that an interrupted build left is dropped first
drop index concurrently if exists first_by_id;
-- step
create unique index concurrently first_by_id on first (id);
`

test('a file can run outside a tx, and processes that wait for their turn do not block it', async () => {
  await write('1002_index.sql', concurrentIndex)
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat().toSorted()).toEqual(['1001_first.sql', '1002_index.sql'])
  expect(await run()).toEqual([])
})

test('one outside a tx that is interrupted reports where, runs again from its first step, and leaves nothing unusable', async () => {
  await run()
  await database.pool.query('insert into first values (1), (1)')
  await write('1002_index.sql', concurrentIndex)
  await expect(run()).rejects.toThrow(
    /^1002_index\.sql stopped at step 2 of 2: could not create unique index.*\. What it did before stays; the next start runs it from its first step\.$/,
  )
  const isValid = async () => {
    const { rows } = await database.pool.query<{ valid: boolean }>(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass('first_by_id')",
    )
    return rows.map(({ valid }) => valid)
  }
  expect(await isValid()).toEqual([false])
  await database.pool.query('delete from first')
  expect(await run()).toEqual(['1002_index.sql'])
  expect(await isValid()).toEqual([true])
})

test('a backfill commits as it goes, and continues after an interruption', async () => {
  await run()
  await database.pool.query(
    'alter table first add column double int; insert into first select generate_series(1, 100)',
  )
  const backfill = (
    last: number,
  ) => `-- no transaction: it takes those that are not filled in, so it may run again
do $$
begin
  loop
    update first set double = id * 2 / (${last} - id)::bool::int where id in (select id from first where double is null order by id limit 10);
    exit when not found;
    commit;
  end loop;
end $$;
`
  // Row 55 fails: the steps before it stay.
  await write('1002_backfill.sql', backfill(55))
  await expect(run()).rejects.toThrow(/1002_backfill\.sql stopped at step 1 of 1: division by zero/)
  const filled = async () =>
    Number((await database.pool.query('select count(double) as n from first')).rows[0]?.n)
  expect(await filled()).toBe(50)
  await write('1002_backfill.sql', backfill(0))
  expect(await run()).toEqual(['1002_backfill.sql'])
  expect(await filled()).toBe(100)
})

test('a step with a condition is skipped when that is false', async () => {
  await write(
    '1002_steps.sql',
    `-- no transaction: nothing of it is there the second time
create table second (id int);
-- step where exists (select from second)
create table never (id int);
-- step where not exists (select from second)
create table third (id int);
`,
  )
  expect(await run()).toEqual(['1001_first.sql', '1002_steps.sql'])
  expect(await tables()).toEqual(['first', 'second', 'third'])
})

test('the baseline runs without pg_trgm, and users are searched without its index', async () => {
  // Outside the search path if installed, as for a role that may not install it.
  await database.pool.query(`
    create schema elsewhere;
    do $$ begin
      if exists (select from pg_available_extensions where name = 'pg_trgm') then create extension pg_trgm schema elsewhere; end if;
    end $$`)
  await migrate(database.url)
  const { rows } = await database.pool.query<{ name: string }>(
    "select indexname as name from pg_indexes where tablename = 'users' order by 1",
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'users_blocked',
    'users_by_email_beginning',
    'users_by_name_beginning',
    'users_customers_by_time',
    'users_email_key',
    'users_pkey',
    'users_staff',
    'users_username',
  ])
})

test('an interrupted baseline continues', async () => {
  for (const name of ['0001_functions.sql', '0002_settings.sql'])
    await copyFile(join(migrationsDir, name), join(dir, name))
  await rm(join(dir, '1001_first.sql'))
  await run()
  expect((await migrate(database.url))[0]).toBe('0003_users.sql')
})

test('refuses a database of another baseline, and one older than the baseline, in one sentence', async () => {
  const sentence =
    'This database was made by a development version before 0.2.0, which cannot be upgraded. Start with a new DATA_DIR, or with an empty database.'
  await migrate(database.url)
  await database.pool.query("update schema_migrations set checksum = 'x' where name = '0009_orders.sql'")
  await expect(migrate(database.url)).rejects.toThrow(sentence)
  await database.pool.query("delete from schema_migrations where name = '0009_orders.sql'")
  await expect(migrate(database.url)).rejects.toThrow(sentence)
  await database.pool.query('delete from schema_migrations')
  await database.pool.query(
    "insert into schema_migrations (name, checksum) values ('0001_users_and_sessions.sql', 'x')",
  )
  await expect(migrate(database.url)).rejects.toThrow(sentence)
})

test("refuses a file outside a tx that doesn't say why it can run again, or that leaves an invalid index", async () => {
  await write('1002_index.sql', '-- no transaction\nvacuum first;')
  await expect(run()).rejects.toThrow(
    '1002_index.sql runs outside a transaction, so it begins with "-- no transaction: " and why it may run again after an interruption.',
  )
  await write(
    '1002_index.sql',
    '-- no transaction: it is there already the second time\ncreate index concurrently if not exists x on first (id);',
  )
  await expect(run()).rejects.toThrow(
    '1002_index.sql: an interrupted build leaves an invalid index. Drop it if it exists, then build it.',
  )
})

test('a process killed in the middle of a statement does not block the next one', async () => {
  await write('1002_long.sql', 'select pg_sleep(120);')
  const script = `import { migrate } from '${join(import.meta.dirname, 'migrate.ts')}'
    await migrate('${database.url}', '${dir}')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const isAtIt = async () =>
    (
      await database.pool.query(
        "select from pg_stat_activity where query like '%pg_sleep(120)%' and pid <> pg_backend_pid()",
      )
    ).rowCount
  await expect.poll(isAtIt, { timeout: 15_000 }).toBe(1)
  child.kill('SIGKILL')
  await rm(join(dir, '1002_long.sql'))
  const began = performance.now()
  await run()
  expect(performance.now() - began).toBeLessThan(20_000)
}, 60_000)
