/**
 * Dumps a filled database for test/fixtures/: the product's rows as INSERTs, on stdout. With the variables of a
 * running product: `node_modules/.bin/node scripts/take-fixture.ts > test/fixtures/filled-NNNN.sql`. Sessions, rate
 * limits and the like are left out. Everything else is in it, so use invented people.
 */
import type { Client } from 'pg'

import { readConfig } from '#server/config.ts'
import { findEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { rowHash } from '#server/modules/audit-log/audit-log-rows.ts'

const leftOut = ['schema_migrations', 'sessions', 'rate_limits', 'setup_links', 'processes']

const head = `-- Times are seconds before it is loaded, so that what is due is due.
create function pg_temp.t(seconds numeric) returns timestamptz language sql stable
  return now() - make_interval(secs => seconds::float8);
-- Rows that a migration inserts are in the dump as well.
delete from providers;
`

const rechain = `-- A row's hash is also over its time: the chain is made anew over the times that it has now.
alter table audit_log disable trigger audit_log_append_only;
do $$
declare one bigint; last bytea := '';
begin
  for one in select number from audit_log order by number loop
    update audit_log set previous_hash = last where number = one;
    update audit_log set hash = ${rowHash} where number = one returning hash into last;
  end loop;
end $$;
alter table audit_log enable trigger audit_log_append_only;
`

type Table = { name: string; oid: number; key: string }
type Column = { name: string; type: string }

async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, c.oid::int as oid, (
        select string_agg(attname, ', ' order by array_position(i.indkey::int[], attnum::int))
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
     order by relname`,
    [leftOut],
  )
  return rows
}

/** Each table after those that it references. */
async function sortByReference(client: Client, tables: readonly Table[]): Promise<Table[]> {
  const { rows: links } = await client.query<{ from: number; to: number }>(
    `select conrelid::int as "from", confrelid::int as "to" from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
  )
  const sorted: Table[] = []
  const isReady = ({ oid }: Table) =>
    links.every(({ from, to }) => from !== oid || sorted.some((one) => one.oid === to))
  while (sorted.length < tables.length) {
    const next = tables.find((table) => !sorted.includes(table) && isReady(table))
    if (next === undefined) throw new Error('tables refer to each other in a circle')
    sorted.push(next)
  }
  return sorted
}

async function listColumns(client: Client, { oid }: Table): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1 and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [oid],
  )
  return rows
}

function toLiteral({ name, type }: Column): string {
  if (type === 'timestamp with time zone')
    return `coalesce('pg_temp.t(' || round(extract(epoch from now() - ${name}), 3) || ')', 'null')`
  if (/^(smallint|integer|bigint|boolean|numeric)$/.test(type)) return `coalesce(${name}::text, 'null')`
  return `quote_nullable(${name}::text)`
}

async function writeTable(client: Client, table: Table): Promise<string> {
  const columns = await listColumns(client, table)
  const { rows } = await client.query<{ line: string }>(
    `select ${columns.map(toLiteral).join(` || ',' || `)} as line from ${table.name} order by ${table.key}`,
  )
  if (rows.length === 0) return ''
  const lines = rows.map(({ line }) => `(${line})`).join(',\n')
  return `insert into ${table.name} (${columns.map(({ name }) => name).join(', ')}) values\n${lines};\n`
}

async function writeSequences(client: Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select format('select setval(%L, %s);', sequencename, last_value) as line from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows.map(({ line }) => `${line}\n`).join('')
}

const config = readConfig(process.env)
const url = config.databaseOwnerUrl ?? (await findEmbeddedPostgres(config.dataDir))
if (url === undefined) throw new Error('Start the product first, and give the same variables.')
const client = makeClient(url)
await client.connect()
await client.query('begin isolation level repeatable read read only')
process.stdout.write(head)
for (const table of await sortByReference(client, await listTables(client)))
  process.stdout.write(await writeTable(client, table))
process.stdout.write(rechain + (await writeSequences(client)))
await client.end()
