import type { Client } from 'pg'

import { compareMigrations } from '#server/lib/postgres/create-schema.ts'
import { refusalOfServer } from '#server/lib/postgres/migrate.ts'
import type { ArchiveHeader } from '#server/modules/operations/backups/archive/archive-parts.ts'
import { BackupRefused } from '#server/modules/operations/backups/backup-refused.ts'
import { refuseCluster } from '#server/modules/operations/backups/rows/snapshot.ts'

/** Throws `BackupRefused` for a database that can't be restored into. Changes nothing. */
export async function refuseTarget(client: Client): Promise<void> {
  const { rows } = await client.query<{
    number: number
    version: string
    encoding: string
    schema: string | null
  }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       pg_encoding_to_char(encoding) as encoding, current_schema() as schema
     from pg_database where datname = current_database()`,
  )
  const [server] = rows
  if (server === undefined) throw new Error('the database is not in pg_database')
  const refusal = refusalOfServer(server)
  if (refusal !== undefined) throw new BackupRefused('server_too_old', refusal)
  if (server.encoding !== 'UTF8')
    throw new BackupRefused(
      'not_utf8',
      `This database has the encoding ${server.encoding}; UTF8 is needed. Create one with: create database … encoding 'UTF8' template template0.`,
    )
  await refuseCluster(client)
  if (server.schema === null)
    throw new BackupRefused(
      'other_schema',
      'This role has no schema to create tables in. Grant it one, such as: grant usage, create on schema public to the_owner.',
    )
  await refuseFilled(client)
}

async function refuseFilled(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: number; example: string | null }>(
    `select count(*)::int as count, min(name) as example from (
       select relname as name from pg_class where relnamespace = current_schema()::regnamespace
         and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
         and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
       union all
       select proname from pg_proc where pronamespace = current_schema()::regnamespace
         and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
     ) object`,
  )
  const [found] = rows
  if (found === undefined || found.count === 0) return
  throw new BackupRefused(
    'not_empty',
    `This database is not empty (it has ${found.example ?? 'something'}${found.count > 1 ? ` and ${found.count - 1} more tables and functions` : ''}). ` +
      'A backup is restored into a new DATA_DIR, or into an empty database.',
  )
}

/** Throws `BackupRefused` for an archive whose schema this version does not know. */
export async function refuseArchive(header: ArchiveHeader): Promise<void> {
  const compared = await compareMigrations(header.migrations)
  if (compared === 'newer')
    throw new BackupRefused(
      'newer_version',
      `The backup was written by version ${header.product}, which is newer than this one. Restore it by that version.`,
    )
  if (compared === 'other')
    throw new BackupRefused(
      'other_baseline',
      `The backup is of a development version (${header.product}) with another schema. Restore it by the version that wrote it.`,
    )
}
