import { setTimeout as sleep } from 'node:timers/promises'

import type { Client } from 'pg'

import { readProductVersion } from '#server/lib/environment/product-version.ts'
import { CHANNEL, toPayloads } from '#server/lib/events/events.ts'

import { advisoryLock } from './advisory-locks.ts'
import { refuseUnfinished } from './cluster.ts'
import { endClient, limitSilence, makeClient } from './pool.ts'
import {
  baselineLast,
  forMigrations,
  type Migration,
  migrationsDir,
  readMigrations,
  type Step,
} from './read-migrations.ts'
import { splitStatements } from './split-statements.ts'

const oldestMajor = 15
const LOCK_POLL_MS = 200
const DEVELOPMENT_DATABASE =
  'This database was made by a development version before 0.2.0, which cannot be upgraded. ' +
  'Start with a new DATA_DIR, or with an empty database.'
const INSUFFICIENT_PRIVILEGE = '42501'
const UNDEFINED_COLUMN = '42703'

/**
 * Migrates the database at `url` (a direct connection, not a pooler) and returns the names of the files it ran. Each
 * file runs once, in order, in one tx with its record unless it declares otherwise. Concurrent starts wait for each
 * other. `version` is stored with each, for the message of an older version that starts on the database later.
 */
export async function migrate(
  url: string,
  dir: string = migrationsDir,
  version: string = readProductVersion(),
): Promise<string[]> {
  const files = await readMigrations(dir)
  const client = makeClient(url, 'tally-and-reach migrate')
  // If the connection breaks, the statement on it fails.
  client.on('error', () => undefined)
  await client.connect()
  const limit = limitSilence(client)
  try {
    await refuseOldServer(client)
    await endWithProcess(client)
    await lockMigrations(client, () => limit.refresh())
    await refuseUnfinished(client)
    if (!(await hasRecord(client))) await createRecord(client)
    const applied = await readApplied(client)
    refuseChangedPast(files, applied)
    const pending = files.filter((file) => !applied.has(file.name))
    // A migration may take any time.
    clearTimeout(limit)
    if (pending.length > 0) await client.query(forMigrations)
    for (const file of pending) await runMigration(client, file, version).catch(refuseLesserRole)
    return pending.map((file) => file.name)
  } finally {
    clearTimeout(limit)
    // Also releases the advisory lock.
    await endClient(client)
  }
}

/** Files that have not run on the database yet. Changes nothing. Throws if its history is not this product's. */
export async function listMissingMigrations(url: string, dir: string = migrationsDir): Promise<string[]> {
  const files = await readMigrations(dir)
  const client = makeClient(url, 'tally-and-reach migrate')
  await client.connect()
  try {
    const applied = (await hasRecord(client)) ? await readApplied(client) : new Map<string, Applied>()
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

/** The table of what has run. */
export async function createRecord(client: Client): Promise<void> {
  await client.query(`CREATE TABLE schema_migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
    version text, is_rolling boolean NOT NULL DEFAULT false)`)
}

/** Checked first, so that a role that may not create tables can start if nothing is pending. */
async function hasRecord(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS there`,
  )
  return rows[0]?.there === true
}

/** If the process dies, its session ends too. Otherwise a long statement would go on and hold the lock. */
async function endWithProcess(client: Client) {
  await client.query(
    'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3',
  )
  // Not available on every operating system.
  await client.query("SET client_connection_check_interval = '5s'").catch(() => undefined)
}

/** Held until the connection ends. Polls: a waiting lock would deadlock with an index that is being built concurrently. */
export async function lockMigrations(client: Client, answered: () => void = () => undefined): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS taken',
      advisoryLock('migrations'),
    )
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

/** The message for a server that is too old, by its `server_version_num`. */
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

/** `version`: of the product that ran it. */
type Applied = { checksum: string; version: string | null }

async function readApplied(client: Client): Promise<Map<string, Applied>> {
  const { rows } = await client
    .query<Applied & { name: string }>('SELECT name, checksum, version FROM schema_migrations ORDER BY name')
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === UNDEFINED_COLUMN ? new Error(DEVELOPMENT_DATABASE) : error
    })
  return new Map(rows.map(({ name, ...applied }) => [name, applied]))
}

/**
 * Migrations that ran must not change, since other databases have run the old text. Only the baseline could be edited,
 * until 0.2.0; a database with an earlier baseline is refused.
 */
function refuseChangedPast(files: Migration[], applied: Map<string, Applied>) {
  const last = [...applied.keys()].at(-1) ?? ''
  for (const file of files) {
    const checksum = applied.get(file.name)?.checksum
    const isPending = checksum === undefined && file.name > last
    if (isPending || checksum === file.checksum) continue
    if (file.name <= baselineLast) throw new Error(DEVELOPMENT_DATABASE)
    if (checksum !== undefined)
      throw new Error(
        `${file.name} was changed after it ran on this database. Undo that; add a new migration.`,
      )
    if (file.name < last)
      throw new Error(`${file.name} comes before ${last}, which has run. Give it a later number.`)
  }
  const names = new Set(files.map((file) => file.name))
  const unknown = [...applied.keys()].filter((name) => !names.has(name))
  if (unknown.some((name) => name <= baselineLast)) throw new Error(DEVELOPMENT_DATABASE)
  const newest = unknown.at(-1)
  if (newest === undefined) return
  const version = applied.get(newest)?.version
  throw new Error(
    `This database has run ${newest}, which this version does not know. ` +
      `Start ${version ? `version ${version} or later` : 'a newer version'}.`,
  )
}

/** Runs one and records it, in one tx; outside a tx it runs again from the start until it succeeds. */
async function runMigration(client: Client, migration: Migration, version: string): Promise<void> {
  if (migration.steps === undefined) await runInTx(client, migration, version)
  else await runInSteps(client, migration, { steps: migration.steps, version })
}

async function runInTx(client: Client, migration: Migration, version: string) {
  await client.query('BEGIN')
  try {
    const isCluster = await isDistributed(client)
    // Citus sends a schema change to the nodes as the text it arrived in, and all changes of a tx over one connection to each.
    const parts = isCluster ? splitStatements(migration.sql) : [migration.sql]
    if (isCluster) await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
    for (const part of parts) await client.query(part)
    await record(client, migration, version)
    await client.query('COMMIT')
  } catch (error) {
    // If the connection is lost, the server rolls back.
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Error(`${migration.name} failed and changed nothing: ${describe(error, migration.sql)}`, {
      cause: error,
    })
  }
}

async function isDistributed(client: Client): Promise<boolean> {
  return holds(client, `to_regclass('distribution') is not null`)
}

type Stepwise = { steps: readonly Step[]; version: string }

async function runInSteps(client: Client, migration: Migration, { steps, version }: Stepwise) {
  const { name } = migration
  for (const [at, { sql, where }] of steps.entries()) {
    try {
      if (where === undefined || (await holds(client, where))) await client.query(sql)
    } catch (error) {
      throw new Error(
        `${name} stopped at step ${at + 1} of ${steps.length}: ${describe(error, sql)}. What it did before stays; ` +
          'the next start runs it from its first step.',
        { cause: error },
      )
    }
  }
  await record(client, migration, version)
}

async function holds(client: Client, condition: string) {
  const { rows } = await client.query<{ holds: boolean | null }>(`SELECT (${condition}) AS holds`)
  return rows[0]?.holds === true
}

/** Also notifies processes that run with the old schema, which then end unless the migration is rolling (`watch-schema.ts`). */
async function record(client: Client, { name, checksum, isRolling }: Migration, version: string) {
  await client.query(
    'INSERT INTO schema_migrations (name, checksum, version, is_rolling) VALUES ($1, $2, $3, $4)',
    [name, checksum, version, isRolling],
  )
  for (const payload of toPayloads('migration', [{ topic: 'schema' }]))
    await client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload])
}

function describe(error: unknown, sql: string) {
  const { message, position } = error as Error & { position?: string }
  return position ? `${message} (line ${sql.slice(0, Number(position)).split('\n').length})` : message
}
