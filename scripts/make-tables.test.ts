import { readFile } from 'node:fs/promises'

import { expect, onTestFinished, test } from 'vitest'

import { makeClient } from '#server/lib/postgres/pool.ts'
import { makeTestDatabase } from '#test/database.ts'

import { makeTables, tablesFile } from './make-tables.ts'

test('the types of the tables are those of the migrations; otherwise run scripts/make-tables.ts', async () => {
  const database = await makeTestDatabase()
  const client = makeClient(database.url)
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  await client.connect()
  expect(await makeTables(client)).toBe(await readFile(tablesFile, 'utf8'))
})
