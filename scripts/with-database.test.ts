import { chmod, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { makeTestDatabase } from '#test/database.ts'

import { withDatabase } from './with-database.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tally-script-'))
  await chmod(dataDir, 0o711)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const configOf = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env })

async function countUsers(config: ReturnType<typeof configOf>): Promise<{ count: number; url: string }> {
  return withDatabase(config, async (url) => {
    const client = makeClient(url)
    await client.connect()
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from users')
    await client.end()
    return { count: rows[0]?.count ?? -1, url }
  })
}

test('works at DATABASE_URL, and starts nothing', async () => {
  const database = await makeTestDatabase()
  expect(await countUsers(configOf({ DATABASE_URL: database.url }))).toEqual({ count: 0, url: database.url })
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  await database.drop()
})

test('creates nothing where there is no database', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'tally-script-'))
  await expect(countUsers(configOf({ DATA_DIR: empty }))).rejects.toThrow(/There is no database in .* yet/)
  expect(await readdir(empty)).toEqual([])
  await rmdir(empty)
})

test('does not migrate an older database', async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir })
  await expect(countUsers(configOf())).rejects.toThrow(/from an older version \(not applied yet: 0001_/)
  await migrate(url)
  const client = makeClient(url)
  await client.connect()
  await client.query(`delete from schema_migrations where name = (select max(name) from schema_migrations)`)
  await expect(countUsers(configOf())).rejects.toThrow(/from an older version/)
  await client.query('drop schema public cascade; create schema public')
  await client.end()
  await migrate(url)
  await stop()
})

test('starts the embedded server when the product is stopped, and stops it even when the work fails', async () => {
  expect((await countUsers(configOf())).count).toBe(0)
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  const failing = withDatabase(configOf(), async () => {
    throw new Error('the work failed')
  })
  await expect(failing).rejects.toThrow('the work failed')
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
})

test('uses the server of a running product, and leaves it running', async () => {
  const running = await startEmbeddedPostgres({ dataDir })
  expect((await countUsers(configOf())).url).toBe(running.url)
  expect(await findEmbeddedPostgres(dataDir)).toBe(running.url)
  await running.stop()
})
