/** Shows that db/baseline makes the schema and the rows that db/migrations makes: tables to triggers, as the catalog has them. */
import { join } from 'node:path'

import type { Client } from 'pg'

import { migrate } from '#server/lib/postgres/migrate.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { startThrowawayPostgres } from '#test/start-throwaway-postgres.ts'

const inPublic = `relnamespace = 'public'::regnamespace and relname not like 'schema_migrations%'`
/** Each answers a name and what it is. */
const parts: Record<string, string> = {
  table: `select relname as name, jsonb_build_array(relkind, relpersistence, relispartition, (select array_agg(o order by o) from unnest(reloptions) o)) as is
    from pg_class where ${inPublic} and relkind in ('r', 'p', 'v', 'm')`,
  column: `select relname || '.' || attname as name, jsonb_build_array(format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid),
      attidentity, attgenerated, attcollation, attstattarget, attstorage, attcompression,
      row_number() over (partition by c.oid order by attnum)) as is
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef d on adrelid = c.oid and adnum = attnum
    where ${inPublic} and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`,
  constraint: `select relname || '.' || conname as name, jsonb_build_array(pg_get_constraintdef(k.oid), convalidated) as is
    from pg_constraint k join pg_class c on c.oid = conrelid where ${inPublic} and contype <> 'n'`,
  index: `select relname as name, to_jsonb(pg_get_indexdef(oid)) as is from pg_class where ${inPublic} and relkind = 'i'`,
  sequence: `select relname as name, to_jsonb(s) - 'seqrelid' as is from pg_sequence s join pg_class c on c.oid = seqrelid where ${inPublic}`,
  function: `select proname as name, to_jsonb(pg_get_functiondef(p.oid)) as is from pg_proc p
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
  trigger: `select relname || '.' || tgname as name, jsonb_build_array(pg_get_triggerdef(g.oid), tgenabled) as is
    from pg_trigger g join pg_class c on c.oid = tgrelid where ${inPublic} and not tgisinternal`,
  other: `select typname as name, to_jsonb(typtype) as is from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
    union all select stxname, to_jsonb(stxname) from pg_statistic_ext
    union all select extname, to_jsonb(extname) from pg_extension
    union all select sequencename, to_jsonb(last_value) from pg_sequences where schemaname = 'public'`,
}
/** Of the time or chance at which they are made. */
const unlike = ['created_at', 'until', 'unsubscribe_key', 'sync_due_at']

async function readAll(dir: string): Promise<Map<string, string>> {
  const server = await startThrowawayPostgres()
  const client = makeClient(server.url)
  try {
    await migrate(server.url, join(import.meta.dirname, '../db', dir))
    await client.connect()
    const all = new Map<string, string>()
    for (const [part, sql] of Object.entries(parts))
      for (const { name, is } of await list(client, sql)) all.set(`${part} ${name}`, JSON.stringify(is))
    for (const { name } of await list(
      client,
      `select relname as name, null as is from pg_class where ${inPublic} and relkind = 'r'`,
    )) {
      const rows = await list(
        client,
        `select to_jsonb(t) - '{${unlike.join(',')}}'::text[] as is, '' as name from ${name} t order by 1`,
      )
      if (rows.length > 0) all.set(`rows of ${name}`, JSON.stringify(rows.map((row) => row.is)))
    }
    return all
  } finally {
    await client.end()
    await server.stop()
  }
}

async function list(client: Client, sql: string) {
  return (await client.query<{ name: string; is: unknown }>(sql)).rows
}

const [old, baseline] = [await readAll('migrations'), await readAll('baseline')]
const different = [...new Set([...old.keys(), ...baseline.keys()])].filter(
  (name) => old.get(name) !== baseline.get(name),
)
for (const name of different)
  console.log(`${name}\n  old:      ${old.get(name)}\n  baseline: ${baseline.get(name)}`)
console.log(
  `${old.size} and ${baseline.size} tables, columns, constraints, indexes and so on, ${different.length} of them different`,
)
if (different.length > 0) process.exitCode = 1
