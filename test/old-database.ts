import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migrate } from '#server/lib/postgres/migrate.ts'
import { migrationsDir } from '#server/lib/postgres/read-migrations.ts'

import { makeTestDatabase, type TestDatabase } from './database.ts'

/** Of every fixture. */
export const oldKey = { SECRET_KEY: 'the key of a fixture, of no use elsewhere' }

/** A database as the migrations up to `filledBy` had it, filled by the product of that schema. */
export async function makeOldDatabase(filledBy: string): Promise<TestDatabase> {
  const old = await makeTestDatabase()
  await old.pool.query('drop schema public cascade')
  await old.pool.query('create schema public')
  const dir = await mkdtemp(join(tmpdir(), 'tally-migrations-'))
  for (const name of await readdir(migrationsDir))
    if (name.slice(0, 4) <= filledBy) await cp(join(migrationsDir, name), join(dir, name))
  await migrate(old.url, dir)
  await rm(dir, { recursive: true })
  await old.pool.query(await readFile(join(import.meta.dirname, `fixtures/filled-${filledBy}.sql`), 'utf8'))
  return old
}

/** What customers and staff were told, by its id: sentences until they became codes. Their amounts had eight decimals. */
export type Told = { events: Map<string, string>; notices: Map<string, string> }

export async function readTold({ pool }: TestDatabase): Promise<Told> {
  const read = async (table: string) => {
    const { rows } = await pool.query<{ id: bigint; message: string }>(`select id, message from ${table}`)
    return new Map(
      rows.map(({ id, message }) => [String(id), message.replace(/(\.\d{2}\d*?)0+(?!\d)/, '$1')]),
    )
  }
  return { events: await read('order_events'), notices: await read('notifications') }
}
