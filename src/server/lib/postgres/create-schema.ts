import type { Client } from 'pg'

import { createRecord } from './migrate.ts'
import { forMigrations, type Migration, migrationsDir, readMigrations } from './read-migrations.ts'

export type RanMigration = Pick<Migration, 'name' | 'checksum'>

/**
 * How migrations that ran on a database compare with this version's: the same or fewer of them can be restored; `newer` ones
 * are unknown here; those of an `other` history differ.
 */
export async function compareMigrations(
  ran: readonly RanMigration[],
  dir: string = migrationsDir,
): Promise<'known' | 'newer' | 'other'> {
  const files = await readMigrations(dir)
  const isSame = ({ name, checksum }: RanMigration, at: number) =>
    files[at]?.name === name && files[at].checksum === checksum
  if (ran.length === 0) return 'other'
  if (ran.every(isSame)) return 'known'
  const last = files.at(-1)?.name ?? ''
  const isNewer =
    ran.slice(0, files.length).every(isSame) && ran.slice(files.length).every(({ name }) => name > last)
  return isNewer ? 'newer' : 'other'
}

/**
 * Creates the schema of an empty database as of the first `count` migrations, in the caller's tx. Records nothing: the
 * record's rows are restored. Concurrent indexes are built directly, since there are no other sessions.
 */
export async function createSchema(
  client: Client,
  count: number,
  dir: string = migrationsDir,
): Promise<void> {
  await createRecord(client)
  await client.query(forMigrations)
  for (const { sql, steps = [{ sql, where: undefined }] } of (await readMigrations(dir)).slice(0, count))
    for (const step of steps)
      if (step.where === undefined || (await holds(client, step.where)))
        await client.query(step.sql.replaceAll(/\b(index)\s+concurrently\b/gi, '$1'))
}

async function holds(client: Client, condition: string): Promise<boolean> {
  const { rows } = await client.query<{ holds: boolean | null }>(`SELECT (${condition}) AS holds`)
  return rows[0]?.holds === true
}
