import type { Client } from 'pg'

import { BackupRefused } from '#server/modules/operations/backups/backup-refused.ts'
import type {
  ArchivedSequence,
  ArchivedTable,
} from '#server/modules/operations/backups/archive/archive-parts.ts'

/** Time to wait for a migration or a truncated table. */
const LOCK_SECONDS = 60

/** `quoted` and `select` are SQL: the table's name, and the query for all of its data. */
export type ReadTable = ArchivedTable & { quoted: string; select: string; isPartitioned: boolean }

/**
 * Begins the tx that a backup reads: one snapshot, no time limit, and values as text that every PostgreSQL reads the
 * same way. Answers the tables. Their definitions are locked first: a table rewritten after the snapshot would look
 * empty in it.
 */
export async function beginSnapshot(client: Client): Promise<ReadTable[]> {
  const names = (await listTables(client)).map(({ quoted }) => quoted).join(', ')
  // The first query after these takes the snapshot.
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set local lock_timeout = '${LOCK_SECONDS}s'`)
  await client.query(`lock table ${names} in access share mode`)
  await setForCopy(client)
  return listTables(client)
}

/** Settings for such a tx, until its end. */
export async function setForCopy(client: Client): Promise<void> {
  await client.query(`
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local timezone = 'UTC';
    set local bytea_output = 'hex';
    set local extra_float_digits = 3;
    set local client_encoding = 'UTF8';
    select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`)
}

/** Tables of the schema with their writable columns. */
export async function listTables(client: Client): Promise<ReadTable[]> {
  const { rows } = await client.query<ReadTable>(
    `select relname as name, array_agg(attname::text order by attnum) as columns,
       quote_ident(relname) as quoted, relkind = 'p' as "isPartitioned",
       format('select %s from %I', string_agg(quote_ident(attname), ', ' order by attnum), relname) as select
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped and attgenerated = ''
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     group by relname, relkind order by relname`,
  )
  return rows
}

/** After the rows, so that no value is below an id in them. */
export async function readSequences(client: Client): Promise<ArchivedSequence[]> {
  const { rows } = await client.query<{ name: string; quoted: string }>(
    `select relname as name, quote_ident(relname) as quoted from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: ArchivedSequence[] = []
  for (const { name, quoted } of rows) {
    const found = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${quoted}`,
    )
    const [values] = found.rows
    if (values !== undefined) sequences.push({ name, last: values.last, isCalled: values.is_called })
  }
  return sequences
}

/** Rows on several nodes have no common snapshot. A coordinator whose tables are not distributed has all rows itself. */
export async function refuseCluster(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_distributed: boolean }>(
    `select to_regclass('distribution') is not null as is_distributed`,
  )
  if (rows[0]?.is_distributed === true)
    throw new BackupRefused(
      'cluster',
      "This database is distributed over a Citus cluster: this command can't back it up, restore into it or move it. Back up each node with PostgreSQL's own tools (docs/operating/several-machines.md).",
    )
}
