import { setTimeout as sleep } from 'node:timers/promises'

import type { Client } from 'pg'

import { advisoryLock } from './advisory-locks.ts'
import { endClient, limitSilence, makeClient } from './pool.ts'
import { type Migration, migrationsDir, readMigrations } from './read-migrations.ts'
import { runMigration } from './run-migration.ts'

const oldestMajor = 15
const LOCK_POLL_MS = 200
/** Everything up to here is the baseline: db/README.md. */
const BASELINE_LAST = '0013_operations.sql'
const DEVELOPMENT_DATABASE =
  'This database was made by a development version before 0.2.0, which cannot be upgraded. ' +
  'Start with a new DATA_DIR, or with an empty database.'
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Brings the database at `url` (a direct connection, not a pooler) to the newest form and returns the names of the
 * files it ran. Files run once and in order, in one tx with their record unless they say otherwise; processes that start
 * at once take turns.
 */
export async function migrate(url: string, dir: string = migrationsDir): Promise<string[]> {
  const files = await readMigrations(dir)
  const client = makeClient(url, 'tally-and-reach migrate')
  // A line that breaks is heard of by the statement that is on it.
  client.on('error', () => undefined)
  await client.connect()
  const limit = limitSilence(client)
  try {
    await refuseOldServer(client)
    await outliveNobody(client)
    await takeTurn(client, () => limit.refresh())
    if (!(await hasRecord(client)))
      await client.query(`CREATE TABLE schema_migrations (
        name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
    const applied = await readApplied(client)
    refuseChangedPast(files, applied)
    const pending = files.filter((file) => !applied.has(file.name))
    // Of how long one may take nobody knows anything.
    clearTimeout(limit)
    for (const file of pending) await runMigration(client, file).catch(refuseLesserRole)
    return pending.map((file) => file.name)
  } finally {
    clearTimeout(limit)
    // Ends the session's advisory lock as well.
    await endClient(client)
  }
}

/** The files that did not run on the database yet; changes nothing. Throws where it is not of this product's past. */
export async function listMissingMigrations(url: string, dir: string = migrationsDir): Promise<string[]> {
  const files = await readMigrations(dir)
  const client = makeClient(url, 'tally-and-reach migrate')
  await client.connect()
  try {
    const applied = (await hasRecord(client)) ? await readApplied(client) : new Map<string, string>()
    refuseChangedPast(files, applied)
    return files.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

function refuseLesserRole(error: unknown): never {
  if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
  throw new Error(
    `This role may not migrate the database (${(error as Error).message}). Give its owner's address as DATABASE_DIRECT_URL.`,
    { cause: error },
  )
}

/** Looked for first: a role that may not make tables starts where nothing is left to migrate. */
async function hasRecord(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS there`,
  )
  return rows[0]?.there === true
}

/** Ends with its process: else the server works on at a long statement, and everybody waits for the turn it holds. */
async function outliveNobody(client: Client) {
  await client.query(
    'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3',
  )
  // Not to be had on every system that a server may run on.
  await client.query("SET client_connection_check_interval = '5s'").catch(() => undefined)
}

/** Asks again and again: whoever waits within a statement is waited for by the building of a concurrent index. */
async function takeTurn(client: Client, answered: () => void) {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      advisoryLock('migrations'),
    ])
    answered()
    if (rows[0]?.taken === true) return
    await sleep(LOCK_POLL_MS)
  }
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

/**
 * What has run is history: it can only be followed by something new. The baseline alone was edited until 0.2.0, and a
 * database of another one cannot be brought here.
 */
function refuseChangedPast(files: Migration[], applied: Map<string, string>) {
  const last = [...applied.keys()].at(-1) ?? ''
  for (const file of files) {
    const checksum = applied.get(file.name)
    if (checksum === file.checksum || last === '') continue
    if (file.name <= BASELINE_LAST) throw new Error(DEVELOPMENT_DATABASE)
    if (checksum !== undefined)
      throw new Error(
        `${file.name} was changed after it ran on this database. Undo that; add a new migration.`,
      )
    if (file.name < last)
      throw new Error(`${file.name} comes before ${last}, which has run. Give it a later number.`)
  }
  const names = new Set(files.map((file) => file.name))
  for (const name of applied.keys()) {
    if (names.has(name)) continue
    if (name <= BASELINE_LAST) throw new Error(DEVELOPMENT_DATABASE)
    throw new Error(`This database has run ${name}, which this version does not know. Start a newer version.`)
  }
}
