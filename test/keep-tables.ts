import type { Pool } from 'pg'

export type KeptTables = { sequences: { name: string; last: string }[] }

/** Copies every table and the sequences' values aside, as an archive has them; one at a time in a database. */
export async function keepTables(pool: Pool): Promise<KeptTables> {
  await pool.query('create schema kept')
  for (const table of await listTables(pool))
    await pool.query(`create table kept.${table} as table public.${table}`)
  const { rows } = await pool.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  return { sequences: rows }
}

/** Replaces all rows by the kept ones, as a restore into an empty database would. By a superuser, with no product running. */
export async function putTablesBack(pool: Pool, { sequences }: KeptTables): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const tables = await listTables(client)
    await client.query(`truncate ${tables.map((table) => `public.${table}`).join()}`)
    for (const table of tables) {
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ',') as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [`public.${table}`],
      )
      const columns = rows[0]?.columns
      await client.query(
        `insert into public.${table} (${columns}) overriding system value select ${columns} from kept.${table}`,
      )
    }
    for (const { name, last } of sequences)
      await client.query('select setval($1, $2)', [`public.${name}`, last])
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function listTables(db: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class join pg_namespace schema on schema.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations'`,
  )
  return rows.map(({ name }) => name)
}
