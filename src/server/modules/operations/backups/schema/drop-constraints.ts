import type { Client } from 'pg'

/** SQL that recreates what was dropped, in three steps. */
export type Dropped = {
  /** Primary keys, unique constraints and indexes. */
  indexes: string[]
  foreignKeys: string[]
  triggers: string[]
}

type Part = { drop: string; make: string }

/**
 * Drops everything that slows down or prevents loading: triggers, foreign keys, keys and indexes. CHECK and NOT NULL
 * constraints stay and are checked per row. Answers PostgreSQL's own statements that recreate them.
 */
export async function dropConstraints(client: Client): Promise<Dropped> {
  const triggers = await list(client, triggersSql)
  const foreignKeys = await list(client, constraintsSql, ['f'])
  const keys = await list(client, constraintsSql, ['p', 'u', 'x'])
  const indexes = await list(client, indexesSql)
  for (const { drop } of [...triggers, ...foreignKeys, ...keys, ...indexes]) await client.query(drop)
  return {
    indexes: [...keys, ...indexes].map(({ make }) => make),
    foreignKeys: foreignKeys.map(({ make }) => make),
    triggers: triggers.map(({ make }) => make),
  }
}

async function list(client: Client, sql: string, kinds?: string[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(sql, kinds && [kinds])
  return rows
}

const triggersSql = `
select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop, pg_get_triggerdef(pg_trigger.oid) as make
from pg_trigger join pg_class on pg_class.oid = tgrelid
where relnamespace = current_schema()::regnamespace and not tgisinternal and tgparentid = 0
order by tgrelid::regclass::text, tgname`

const constraintsSql = `
select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
  format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
from pg_constraint
where connamespace = current_schema()::regnamespace and contype = any($1::"char"[]) and conparentid = 0 and conrelid <> 0
order by conrelid::regclass::text, contype, conname`

const indexesSql = `
select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
from pg_index join pg_class on pg_class.oid = indexrelid
where relnamespace = current_schema()::regnamespace and not relispartition
  and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
order by indrelid::regclass::text, indexrelid::regclass::text`
