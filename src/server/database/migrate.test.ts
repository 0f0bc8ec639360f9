import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { migrate, refusalOfServer } from './migrate.ts'

let database: TestDatabase
let dir: string

beforeEach(async () => {
  database = await makeTestDatabase()
  // As if nothing had ever run here.
  await database.pool.query('drop schema public cascade')
  await database.pool.query('create schema public')
  dir = await mkdtemp(join(tmpdir(), 'tally-migrations-'))
  await write('0001_first.sql', 'create table first (id int);')
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
  await write('0002_second.sql', 'create table second (id int);')
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await run()).toEqual([])
  await write('0003_third.sql', 'drop table second;')
  expect(await run()).toEqual(['0003_third.sql'])
  expect(await tables()).toEqual(['first'])
})

test('processes that start at once take turns, and each file runs in one of them', async () => {
  await write('0002_slow.sql', 'select pg_sleep(0.2); create table slow (id int);')
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat().toSorted()).toEqual(['0001_first.sql', '0002_slow.sql'])
})

test('refuses a file that was changed after it ran; other ends of its lines are no change', async () => {
  await write('0001_first.sql', 'create table first (id int);\nselect 1;')
  await run()
  await write('0001_first.sql', 'create table first (id int);\r\nselect 1;')
  expect(await run()).toEqual([])
  await write('0001_first.sql', 'create table first (id bigint);')
  await expect(run()).rejects.toThrow('0001_first.sql was changed after it ran on this database.')
})

test('refuses a file that comes before one that has run, and a database of a newer version', async () => {
  await write('0003_third.sql', 'select 1;')
  await run()
  await write('0002_late.sql', 'select 1;')
  await expect(run()).rejects.toThrow('0002_late.sql comes before 0003_third.sql, which has run.')
  await rm(join(dir, '0002_late.sql'))
  await rm(join(dir, '0003_third.sql'))
  await expect(run()).rejects.toThrow(
    'This database has run 0003_third.sql, which this version does not know.',
  )
})

test('one that fails changes nothing and says where; those before it stay', async () => {
  await write('0002_broken.sql', 'create table second (id int);\nselect nothing;')
  await expect(run()).rejects.toThrow(/0002_broken\.sql failed and changed nothing: .*nothing.* \(line 2\)/)
  expect(await tables()).toEqual(['first'])
})

test('refuses a server before 15 in a sentence, and none after', () => {
  expect(refusalOfServer({ number: 140_019, version: '14.19 (Debian)' })).toMatch(
    /^This database is PostgreSQL 14\.19 \(Debian\); 15 or later is needed\./,
  )
  expect(refusalOfServer({ number: 150_000, version: '15.0' })).toBeUndefined()
})

test('refuses names that have no number, and two of one number', async () => {
  await write('0001_again.sql', 'select 1;')
  await expect(run()).rejects.toThrow('there are two migrations 0001.')
  await rm(join(dir, '0001_again.sql'))
  await write('second.sql', 'select 1;')
  await expect(run()).rejects.toThrow('a migration is named NNNN_name.sql.')
})
