import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Client } from 'pg'

import { makeClient } from './pool.ts'

export const migrationsDir = join(import.meta.dirname, '../../../db/migrations')

const oldestMajor = 15
/** Any number will do, as long as every process of the product takes the same. */
const lockKey = 7_244_615_909

/**
 * Brings the database at `url` (a direct connection, not a pooler) to the newest form and returns the names of the
 * files it ran. Files run once, in order, each in one tx with its record; processes that start at once take turns.
 */
export async function migrate(url: string, dir: string = migrationsDir): Promise<string[]> {
  const files = await readMigrations(dir)
  const client = makeClient(url, 'tally-and-reach migrate')
  await client.connect()
  try {
    await refuseOldServer(client)
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
    const applied = await readApplied(client)
    refuseChangedPast(files, applied)
    const pending = files.filter((file) => !applied.has(file.name))
    for (const file of pending) await runOne(client, file)
    return pending.map((file) => file.name)
  } finally {
    // Ends the session's advisory lock as well.
    await client.end()
  }
}

/** The files that did not run on the database yet; changes nothing. Throws where it is not of this product's past. */
export async function listMissingMigrations(url: string, dir: string = migrationsDir): Promise<string[]> {
  const files = await readMigrations(dir)
  const client = makeClient(url, 'tally-and-reach migrate')
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('schema_migrations') IS NOT NULL AS there`,
    )
    const applied = rows[0]?.there === true ? await readApplied(client) : new Map<string, string>()
    refuseChangedPast(files, applied)
    return files.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

type Migration = { name: string; sql: string; checksum: string }

async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]
    if (!number) throw new Error(`${join(dir, name)}: a migration is named NNNN_name.sql.`)
    if (numbers.has(number)) throw new Error(`${join(dir, name)}: there are two migrations ${number}.`)
    numbers.add(number)
  }
  return Promise.all(
    names.map(async (name) => {
      // Git on Windows may check files out with other line ends; that is no change.
      const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function refuseOldServer(client: Client) {
  const { rows } = await client.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  )
  const server = rows[0]
  const refusal = server && refusalOfServer(server)
  if (refusal) throw new Error(refusal)
}

/** The sentence for a server that is too old, by its `server_version_num`. */
export function refusalOfServer({
  number,
  version,
}: {
  number: number
  version: string
}): string | undefined {
  if (Math.floor(number / 10_000) >= oldestMajor) return undefined
  return (
    `This database is PostgreSQL ${version}; ${oldestMajor} or later is needed. ` +
    'Upgrade it, or leave DATABASE_URL unset to use the one that comes with the product.'
  )
}

async function readApplied(client: Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** What has run is history: other databases have it as it was, so it can only be followed by something new. */
function refuseChangedPast(files: Migration[], applied: Map<string, string>) {
  const last = [...applied.keys()].at(-1) ?? ''
  for (const file of files) {
    const checksum = applied.get(file.name)
    if (checksum !== undefined && checksum !== file.checksum)
      throw new Error(
        `${file.name} was changed after it ran on this database. Undo that; add a new migration.`,
      )
    if (checksum === undefined && file.name < last)
      throw new Error(`${file.name} comes before ${last}, which has run. Give it a later number.`)
  }
  const names = new Set(files.map((file) => file.name))
  for (const name of applied.keys())
    if (!names.has(name))
      throw new Error(
        `This database has run ${name}, which this version does not know. Start a newer version.`,
      )
}

async function runOne(client: Client, file: Migration) {
  await client.query('BEGIN')
  try {
    await client.query(file.sql)
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
      file.name,
      file.checksum,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`${file.name} failed and changed nothing: ${describe(error, file.sql)}`, { cause: error })
  }
}

function describe(error: unknown, sql: string) {
  const { message, position } = error as Error & { position?: string }
  return position ? `${message} (line ${sql.slice(0, Number(position)).split('\n').length})` : message
}
