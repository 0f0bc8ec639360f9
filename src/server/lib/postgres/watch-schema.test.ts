import { EventEmitter } from 'node:events'

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import type { Context } from '#server/context.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { newestMigration } from './read-migrations.ts'
import { watchSchema } from './watch-schema.ts'

let database: TestDatabase
let newest: string

beforeAll(async () => {
  database = await makeTestDatabase()
  newest = await newestMigration()
})
beforeEach(() => database.pool.query("delete from schema_migrations where name > '9'"))
afterAll(() => database.drop())

/** As a newer version would record it. */
const record = (name: string, isRolling: boolean) =>
  database.pool.query(
    "insert into schema_migrations (name, checksum, version, is_rolling) values ($1, '', '0.9.0', $2)",
    [name, isRolling],
  )

/** A process of this version; `look` simulates the event of a migration. */
function watch(needed = newest): { said: string[]; look: () => Promise<void> } {
  const said: string[] = []
  const emitter = new EventEmitter()
  const query = vi.spyOn(database.product.pool, 'query')
  const events = {
    on: (topic: string, listener: () => void) => {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
  } as unknown as Context['events'] // all that it is used for
  const { stop } = watchSchema(
    { pool: database.product.pool, events },
    { newest: needed, onChanged: (sentence) => void said.push(sentence) },
  )
  onTestFinished(() => {
    stop()
    query.mockRestore()
  })
  return {
    said,
    async look() {
      query.mockClear()
      emitter.emit('schema')
      await vi.waitFor(() => expect(query).toHaveBeenCalled(), { timeout: 20_000 })
      await Promise.all(query.mock.results.map(({ value }) => value as Promise<unknown>)) // what query returns
      await new Promise(setImmediate)
    },
  }
}

test('a process of the previous version continues after rolling migrations', async () => {
  const { said, look } = watch()
  await record('9001_column.sql', true)
  await look()
  await record('9002_index.sql', true)
  await look()
  expect(said).toEqual([])
})

test('it ends after another migration and names the version to start, even if a rolling one follows', async () => {
  const { said, look } = watch()
  await record('9001_drop.sql', false)
  await record('9002_column.sql', true)
  await look()
  expect(said).toEqual([
    `The database has been migrated to 9002_column.sql by version 0.9.0, and this process needs ${newest}, so it ends. Start the matching version.`,
  ])
})

test('it ends if its own last migration is missing, as in a replaced database', async () => {
  await record('9001_column.sql', true)
  const { said, look } = watch('9000_mine.sql')
  await look()
  expect(said).toHaveLength(1)
})

test('it ends as well when it misses the event', async () => {
  const { said } = watch()
  await record('9001_drop.sql', false)
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 20_000 })
})
