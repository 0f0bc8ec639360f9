import type { Pool } from 'pg'

export type TableRows = { count: number; hash: string | null }

/** Written by an app on its own schedule: its heartbeat, and counts of calls. */
const written = ['processes', 'provider_calls']

/** Each table's rows in PostgreSQL's own format. */
export async function readTables(pool: Pool): Promise<Record<string, TableRows>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1) order by 1`,
    [written],
  )
  const found: Record<string, TableRows> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<TableRows>(
      `select count(*)::int as count, md5(string_agg(line::text, '' order by line::text)) as hash from "${name}" line`,
    )
    found[name] = rows[0] ?? { count: 0, hash: null }
  }
  return found
}

/** Everything that defines a schema, without rows, as lines. */
export async function readSchema(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ part: string }>(`
    select format('%s.%s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
        attgenerated) as part
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
    union all select format('default of %s.%s: %s', adrelid::regclass, adnum, pg_get_expr(adbin, adrelid)) from pg_attrdef
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace
    union all select format('%s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all select format('%s %s', relname, reloptions) from pg_class where relnamespace = 'public'::regnamespace
    union all select format('%s %s', sequencename, last_value) from pg_sequences
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prolang <> 13 and prokind <> 'a'
    order by 1`)
  return rows.map(({ part }) => part)
}
