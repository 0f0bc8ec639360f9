/**
 * Writes test/fixtures/filled.sql, the rows of a filled database: `node_modules/.bin/node scripts/take-fixture.ts`. It starts the
 * product in its own folder with the demo's month, makes the first admin and a customer do some more, and dumps all rows as
 * INSERTs. Until 0.2.0 run it after a change of the baseline that breaks test/filled-database.test.ts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Client } from 'pg'

import { findEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { rowHash } from '#server/modules/audit-log/audit-log-rows.ts'

const file = join(import.meta.dirname, '../test/fixtures/filled.sql')

/** Rows of processes, caches, and figures by calendar day, which are recounted from the ledger. */
const leftOut = `schema_migrations sessions rate_limits setup_links processes provider_lists provider_leases
  daily_progress daily_totals daily_services daily_customers monthly_services monthly_customers recent_totals
  provider_balances`.split(/\s+/)

/** Same as in test/filled-database.test.ts. */
const SECRET_KEY = 'the key of a fixture, of no use elsewhere'
const PASSWORD = 'password-of-the-fixture'

const head = `-- Written by scripts/take-fixture.ts. Times are seconds before it is loaded, so that what is due is due.
create function pg_temp.t(seconds numeric) returns timestamptz language sql stable
  return now() - make_interval(secs => seconds::float8);
`

const rechain = `-- A row's hash is also over its time: the chain is made again over the times that it has now.
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
-- The tx ids in it are another cluster's.
update daily_progress set late_from = now();
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
    return `case when isfinite(${name}) then 'pg_temp.t(' || round(extract(epoch from now() - ${name}), 3) || ')'
      else quote_nullable(${name}::text) end`
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
  const names = columns.map(({ name }) => name).join(', ')
  return `insert into ${table.name} (${names}) overriding system value values\n${lines};\n`
}

async function writeSequences(client: Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select format('select setval(%L, %s);', sequencename, last_value) as line from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows.map(({ line }) => `${line}\n`).join('')
}

async function dump(url: string): Promise<string> {
  const client = makeClient(url)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables = await sortByReference(client, await listTables(client))
    // Some rows already exist after the migrations.
    let text =
      head +
      tables
        .toReversed()
        .map(({ name }) => `delete from ${name};\n`)
        .join('')
    for (const table of tables) text += await writeTable(client, table)
    return text + rechain + (await writeSequences(client))
  } finally {
    await client.end()
  }
}

/** What the demo lacks: staff, their audit log, a ticket and an API key. */
async function fill(url: string, setupToken: string): Promise<void> {
  const call = async (method: string, path: string, token: string | undefined, body: object) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const headers = { 'content-type': 'application/json', ...authorization }
    const answer = await fetch(`${url}/api/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { token: string; user: { id: number }; ticket: { id: number } } // of these calls
  }
  const admin = await call('POST', 'auth/setup', undefined, {
    token: setupToken,
    name: 'Ann Admin',
    email: 'ann@example.com',
    password: PASSWORD,
  })
  const customer = await call('POST', 'auth/login', undefined, {
    email: 'demo@example.com',
    password: PASSWORD,
  })
  await call('PUT', `admin/users/${customer.user.id}`, admin.token, {
    name: 'Demo Person',
    reason: 'Asked by email',
  })
  const { ticket } = await call('POST', 'tickets', customer.token, {
    subject: 'A question',
    category: 'Other',
    message: 'How long does an order take?',
  })
  await call('POST', `admin/tickets/${ticket.id}/messages`, admin.token, { message: 'Minutes, as a rule.' })
  await call('POST', 'user/api-key', customer.token, { password: PASSWORD })
}

const dataDir = await mkdtemp(join(tmpdir(), 'tally-fixture-'))
await chmod(dataDir, 0o711)
const product = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), '--demo'], {
  env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', SECRET_KEY, DEMO_PASSWORD: PASSWORD },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  let said = ''
  let started: RegExpExecArray | null = null
  for await (const chunk of product.stdout) {
    said += String(chunk)
    started = /(https?:\/\/\S+)\/setup\/(\S+)[^]*Ctrl-C stops it/.exec(said)
    if (started !== null) break
  }
  const [, url = '', setupToken = ''] = started ?? []
  if (started === null) throw new Error(`The product did not start:\n${said}`)
  await fill(url, setupToken)
  await writeFile(file, await dump((await findEmbeddedPostgres(dataDir)) ?? ''))
} finally {
  product.kill('SIGTERM')
  await once(product, 'exit')
  await rm(dataDir, { recursive: true, force: true })
}
