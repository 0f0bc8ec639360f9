import { type Client, escapeIdentifier } from 'pg'

import { lockMigrations } from '#server/lib/postgres/migrate.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'

import {
  canKeep,
  FIRST_OF,
  type ForeignKey,
  listForeignKeys,
  type Place,
  type PlacedTable,
  planDistribution,
} from './plan-distribution.ts'
import { refuseUndistributable } from './refuse-undistributable.ts'

export type DistributionProgress =
  | { step: 'table'; table: string; done: number; of: number }
  | { step: 'foreign key'; table: string; done: number; of: number }

/** The planned or actual result: every table with its place. */
export type Distribution = { tables: PlacedTable[]; foreignKeys: { kept: number; dropped: number } }

/**
 * Distributes a migrated database, which nothing uses, over the nodes of its cluster. Each step is committed and skipped if
 * already done, so an interrupted run can be continued; until it is finished no product starts on the database.
 */
export async function distributeDatabase({
  ownerUrl,
  onProgress,
}: {
  ownerUrl: string
  /** Undefined: a dry run, which changes nothing. */
  onProgress?: ((progress: DistributionProgress) => void) | undefined
}): Promise<Distribution> {
  const client = makeClient(ownerUrl, 'tally-and-reach distribute')
  // If the connection is lost, its statement fails.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A product that starts meanwhile waits.
    await lockMigrations(client)
    await refuseUndistributable(client)
    const keys = await readForeignKeys(client)
    if (onProgress === undefined) return describePlan(await planDistribution(client), keys)
    if (!(await hasBegun(client))) await begin(client, keys)
    const tables = await planDistribution(client)
    await placeTables(client, tables, onProgress)
    await shareFunctions(client)
    await setDefaults(client)
    await addForeignKeys(client, { tables, keys }, onProgress)
    await client.query('update distribution set finished_at = now() where finished_at is null')
    await client.query('analyze')
    return describePlan(tables, keys)
  } finally {
    await endClient(client)
  }
}

function describePlan(tables: PlacedTable[], keys: ForeignKey[]): Distribution {
  const places = placesOf(tables)
  const kept = keys.filter((key) => canKeep(key, places)).length
  return { tables, foreignKeys: { kept, dropped: keys.length - kept } }
}

function placesOf(tables: PlacedTable[]) {
  return new Map(tables.map(({ name, place }) => [name, place]))
}

async function hasBegun(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ begun: boolean }>(
    `select to_regclass('distribution') is not null as begun`,
  )
  return rows[0]?.begun === true
}

/** The foreign keys of the schema before it was distributed. */
async function readForeignKeys(client: Client): Promise<ForeignKey[]> {
  if (!(await hasBegun(client))) return listForeignKeys(client)
  const { rows } = await client.query<{ keys: ForeignKey[] }>('select foreign_keys as keys from distribution')
  return rows[0]?.keys ?? []
}

/**
 * Removes what can't be there when the first table is placed, in one tx. With its foreign keys, a copied table would pull every
 * table that refers to it into the cluster. Placed tables can't have triggers: privileges alone make the ledger append-only.
 */
async function begin(client: Client, keys: ForeignKey[]): Promise<void> {
  await client.query('begin')
  await client.query(
    `create table distribution (id integer default 1 primary key check (id = 1),
       begun_at timestamptz(3) not null default now(), finished_at timestamptz(3), foreign_keys jsonb not null)`,
  )
  await client.query('insert into distribution (foreign_keys) values ($1)', [JSON.stringify(keys)])
  for (const { from, name } of keys)
    await client.query(`alter table ${from} drop constraint ${escapeIdentifier(name)}`)
  await client.query('drop trigger transactions_append_only on transactions')
  await client.query('drop trigger transactions_no_truncate on transactions')
  // No node can check these across all customers: a row per email and user name claims each, with the old error names.
  await client.query(
    `alter table users drop constraint users_email_key;
     drop index users_username;
     create index users_by_username_beginning on users (lower(username) text_pattern_ops);
     create table user_emails (email text constraint users_email_key primary key, user_id integer not null);
     insert into user_emails select email, id from users;
     create table user_names (username text constraint users_username primary key, user_id integer not null);
     insert into user_names select lower(username), id from users`,
  )
  // PostgreSQL inlines SQL functions, and Citus refuses the inlined code in an update's SET.
  await client.query(
    `create or replace function tally_now() returns timestamptz language plpgsql stable parallel safe as $$
     begin return coalesce((nullif(current_setting('tally.now', true), ''))::timestamptz, now()); end $$`,
  )
  const moved = (await planDistribution(client)).filter(({ place }) => place.by !== 'coordinator')
  await replaceIdentities(
    client,
    moved.map(({ name }) => name),
  )
  await client.query('commit')
}

/** An integer identity can't be distributed; a sequence that only the coordinator uses can. */
async function replaceIdentities(client: Client, tables: string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select attrelid::regclass::text as table, quote_ident(attname) as column,
       pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
     from pg_attribute where attidentity <> '' and attrelid = any ($1::regclass[])`,
    [tables],
  )
  for (const { table, column, sequence } of rows) {
    const last = await client.query<{ value: bigint; is_called: boolean }>(
      `select last_value as value, is_called from ${sequence}`,
    )
    await client.query(`alter table ${table} alter ${column} drop identity`)
    await client.query(`create sequence ${sequence} as integer owned by ${table}.${column}`)
    await client.query('select setval($1, $2, $3)', [sequence, last.rows[0]?.value, last.rows[0]?.is_called])
    await client.query(`alter table ${table} alter ${column} set default nextval('${sequence}')`)
  }
}

type Show = (progress: DistributionProgress) => void

async function placeTables(client: Client, tables: PlacedTable[], onProgress: Show): Promise<void> {
  const moved = tables.filter(({ place }) => place.by !== 'coordinator')
  for (const [done, { name, place, isPlaced }] of moved.entries()) {
    onProgress({ step: 'table', table: name, done, of: moved.length })
    if (!isPlaced) await placeTable(client, name, place)
    // The coordinator's local copy of distributed rows, which nothing reads any more.
    await client.query('select truncate_local_data_after_distributing_table($1)', [name])
  }
}

async function placeTable(client: Client, name: string, place: Place): Promise<void> {
  if (place.by === 'copies') {
    await client.query('select create_reference_table($1)', [name])
    return
  }
  if (place.by === 'coordinator') return
  const first = FIRST_OF[place.by]
  await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
    name,
    place.column,
    name === first ? 'none' : first,
  ])
}

/** Functions that statements call on the nodes. */
async function shareFunctions(client: Client): Promise<void> {
  for (const name of ['tally_now()', 'usd_units(numeric, numeric)', 'sum_units(bigint)'])
    await client.query('select create_distributed_function($1)', [name])
}

/** Settings of each connection to a distributed database. A copy of a database doesn't have them. */
export async function setDefaults(client: Pick<Client, 'query'>): Promise<void> {
  // By default a change of the catalogue is refused after a statement of several shards in the same tx, and a statement
  // waits 30 s for a machine that doesn't answer, longer than statements may take.
  await client.query(
    `do $$ begin
       execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
       execute format('alter database %I set citus.node_connection_timeout = 5000', current_database());
     end $$`,
  )
}

async function addForeignKeys(
  client: Client,
  { tables, keys }: { tables: PlacedTable[]; keys: ForeignKey[] },
  onProgress: Show,
): Promise<void> {
  const places = placesOf(tables)
  const there = new Set((await listForeignKeys(client)).map(({ from, name }) => `${from} ${name}`))
  const kept = keys.filter((key) => canKeep(key, places))
  for (const [done, { from, name, definition }] of kept.entries()) {
    onProgress({ step: 'foreign key', table: from, done, of: kept.length })
    if (there.has(`${from} ${name}`)) continue
    await client.query(`alter table ${from} add constraint ${escapeIdentifier(name)} ${definition}`)
  }
}
