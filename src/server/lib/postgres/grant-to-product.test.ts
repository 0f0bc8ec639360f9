import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { projectDir } from '#scripts/build-web.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { recountAllDays } from '#server/modules/reports/counting/count-days.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'
import { makeDataDir, startScript } from '#test/start-script.ts'

import { advisoryLock } from './advisory-locks.ts'
import { findOutage } from './outages.ts'
import { grantToProduct, describeExcessRights } from './product-role.ts'
import type { DB } from './tables.ts'

let database: TestDatabase
let dataDir: Awaited<ReturnType<typeof makeDataDir>>

beforeAll(async () => {
  database = await makeTestDatabase()
  dataDir = await makeDataDir()
  await database.pool.query(
    `insert into users (id, name, email, password_hash) values (1, 'U', 'u@example.com', 'none');
     insert into accounts (user_id, balance) values (1, 5);
     insert into transactions (user_id, seq, balance_after, type, from_account, to_account, amount, actor_id)
     values (1, 1, 5, 'bonus', 'adjustment', 'customer', 5, 1)`,
  )
})
afterAll(async () => {
  await database.drop()
  await dataDir.remove()
})

const grant = () => grantToProduct({ ownerUrl: database.url, productUrl: database.product.url })

describe("an injected statement cannot, with the product's role,", () => {
  test.for([
    'update transactions set amount = 1',
    'delete from transactions',
    'truncate transactions',
    'alter table transactions disable trigger all',
    'alter table transactions disable trigger transactions_append_only',
    'drop trigger transactions_append_only on transactions',
    'drop table transactions cascade',
    'alter table accounts drop constraint accounts_balance_check',
    'create or replace function refuse_ledger_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'create table mine (id int)',
    'create schema mine',
    'set session_replication_role = replica',
    'update order_events set details = null',
    `update audit_log set reason = 'another'`,
    'delete from audit_log',
    'truncate audit_log',
    'update ticket_messages set created_at = now()',
    'delete from entered_references',
    'delete from users',
    'delete from orders',
    'delete from deposits',
    'truncate accounts cascade',
    `insert into schema_migrations (name, checksum) values ('9999_x.sql', '')`,
    'create role mine',
    'alter role current_user superuser',
    `select pg_read_file('/etc/hostname')`,
    `copy (select 1) to program 'true'`,
    `copy users from '/etc/passwd'`,
    'create extension dblink',
    'set role pg_read_all_data',
    'select pg_terminate_backend(pg_backend_pid()) from pg_reload_conf()',
  ])('%s', async (statement) => {
    await expect(database.product.pool.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|0A000)$/), // no privilege, or no such extension
    })
  })

  test('it writes a ledger row and a balance, as every deposit does', async () => {
    const { rows } = await database.product.pool.query(
      `with moved as (update accounts set balance = balance + 5, transactions_seq = 2 where user_id = 1 returning user_id, balance)
       insert into transactions (user_id, seq, balance_after, type, from_account, to_account, amount, actor_id)
       select user_id, 2, balance, 'bonus', 'adjustment', 'customer', 5, 1 from moved returning seq`,
    )
    expect(rows).toEqual([{ seq: 2 }])
  })

  test('it recounts the days of the reports, as a start with the demo does', async () => {
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: database.product.pool }) })
    await expect(recountAllDays({ db, events: { publish: () => undefined } })).resolves.toBeUndefined()
  })
})

test('the product can read every table, and no temporary one can hide them', async () => {
  await grant()
  const { rows } = await database.product.pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not has_table_privilege(oid, 'select')`,
  )
  expect(rows).toEqual([])
  await expect(
    database.product.pool.query('create temporary table accounts (user_id int, balance bigint)'),
  ).rejects.toThrow('permission denied to create temporary tables')
})

test("the product reads the distribution's notes and can't write them", async () => {
  await database.pool.query('create table distribution (id int, finished_at timestamptz)')
  onTestFinished(async () => void (await database.pool.query('drop table distribution')))
  await grant()
  const { pool } = database.product
  expect((await pool.query('select from distribution')).rows).toEqual([])
  for (const statement of ['update distribution set id = 2', 'delete from distribution'])
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

const readGrants = async () => {
  const { rows } = await database.pool.query(
    'select relname, relacl::text from pg_class where relnamespace = $1::regnamespace order by 1',
    ['public'],
  )
  return rows
}

test('granting again, concurrently too, changes nothing; extra privileges are revoked', async () => {
  const before = await readGrants()
  const role = new URL(database.product.url).username
  await database.pool.query(`grant update, truncate on transactions to ${role}`)
  await database.pool.query(`grant create on schema public to ${role}`)
  expect(await describeExcessRights(database.product.url)).toContain(
    `the product's role "${role}" may change the ledger`,
  )
  expect(await Promise.all([grant(), grant(), grant()])).toEqual([true, true, true])
  expect(await readGrants()).toEqual(before)
  expect(await describeExcessRights(database.product.url)).toBeUndefined()
  await expect(database.product.pool.query('create table mine ()')).rejects.toThrow(/permission denied/)
  // It owns nothing, so it can grant nothing: PostgreSQL only warns.
  await database.product.pool.query('grant update on transactions to current_user')
  expect(await readGrants()).toEqual(before)
})

test('a session that blocks it is reported in a sentence, and is no outage', async () => {
  const holder = await database.pool.connect()
  onTestFinished(() => holder.release())
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock($1, $2)', advisoryLock('grants'))
  const waited = grantToProduct({
    ownerUrl: database.url,
    productUrl: database.product.url,
    lockSeconds: 1,
  }).catch((error: unknown) => error)
  expect(String(await waited)).toContain('Find it in pg_stat_activity')
  expect(findOutage(await waited)).toBeUndefined()
  await holder.query('rollback')
})

test('a single role is the owner’s, stays so, and is reported as too powerful', async () => {
  expect(await grantToProduct({ ownerUrl: database.url, productUrl: database.url })).toBe(false)
  expect(await describeExcessRights(database.url)).toContain(
    `role "${new URL(database.url).username}" may change the ledger`,
  )
})

test('a role that is not the owner gets a sentence', async () => {
  const swapped = { ownerUrl: database.product.url, productUrl: database.url }
  await expect(grantToProduct(swapped)).rejects.toThrow(ConfigError)
})

test("privileges that only the database's owner can revoke are reported by the audit, with the statement", async () => {
  const other = await makeTestDatabase()
  const owner = `owner_of_tables_${randomBytes(4).toString('hex')}`
  onTestFinished(async () => {
    await other.pool.query(`drop owned by ${owner}; drop role ${owner}`)
    await other.drop()
  })
  await other.pool.query(
    `create role ${owner} login password 'p'; grant usage on schema public to ${owner};
     do $$ declare one regclass; begin
       for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       loop execute format('alter table %s owner to ${owner}', one); end loop;
       for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
         and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i'))
       loop execute format('alter sequence %s owner to ${owner}', one); end loop;
     end $$`,
  )
  const ownerUrl = Object.assign(new URL(other.url), { username: owner, password: 'p' }).href
  expect(await grantToProduct({ ownerUrl, productUrl: other.product.url })).toBe(true)
  await other.product.pool.query('create temporary table accounts (user_id int, balance bigint)')

  const env = { DATABASE_URL: other.product.url, DATABASE_DIRECT_URL: ownerUrl, DATA_DIR: dataDir.dataDir }
  const audit = startScript(env, { command: [process.execPath, join(projectDir, 'scripts/audit.ts')] })
  expect((await audit.exited).code).toBe(0)
  const said = audit.lines().join(' ')
  expect(said).toContain('may create tables in this database, temporary ones too')
  const statements = /by: (revoke .*;) See /.exec(said)?.[1] ?? ''
  await other.pool.query(statements)
  expect(await describeExcessRights(other.product.url)).toBeUndefined()
})
