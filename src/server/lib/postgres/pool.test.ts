import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makeTestDatabase, type TestDatabase } from '#test/database.ts'
import { startOwnClock } from '#test/own-clock.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#torture/proxy/start-proxy.ts'

import { cutSilentConnections } from './cut-silent-connections.ts'
import { makeClient, makePool } from './pool.ts'
import { allowSeconds } from './statement-limits.ts'

let database: TestDatabase
let line: DatabaseProxy

beforeAll(async () => {
  database = await makeTestDatabase()
  line = await startDatabaseProxy(database.url)
})
afterAll(async () => {
  await line.stop()
  await database.drop()
})

const kyselyOf = (pool: Pool) => new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })

async function pidOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

describe.concurrent('a connection', () => {
  test('that went silent is ended with all others that have been silent since, and none is used again', async () => {
    const pool = makePool({ url: line.url, max: 4 })
    const db = kyselyOf(pool)
    const busy = await Promise.all(
      Array.from({ length: 4 }, () => sql`select pg_sleep(0.2)`.execute(db).then(() => pidOf(pool))),
    )
    expect(pool.idleCount).toBe(4)
    line.halfOpen({ isServerGone: false })
    const elapsed = startOwnClock()
    await expect(sql`select 1`.execute(db)).rejects.toThrow('Connection terminated')
    expect(elapsed()).toBeLessThan(13_000)
    const after = await Promise.all(Array.from({ length: 4 }, () => pidOf(pool)))
    expect(elapsed()).toBeLessThan(15_000)
    expect(after.filter((pid) => busy.includes(pid))).toEqual([])
    await pool.end()
  }, 120_000)

  test('on which the server canceled a statement stays in use', async () => {
    const pool = makePool({ url: database.url, max: 1 })
    const pid = await pidOf(pool)
    await expect(sql`select pg_sleep(30)`.execute(kyselyOf(pool))).rejects.toThrow('statement timeout')
    expect(await pidOf(pool)).toBe(pid)
    await pool.end()
  }, 120_000)

  test('gets a longer timeout from a tx that asks for it, and only for that tx', async () => {
    const pool = makePool({ url: database.url, max: 1 })
    const db = kyselyOf(pool)
    await db.transaction().execute(async (tx) => {
      await sql.raw(allowSeconds(60)).execute(tx)
      await sql`select pg_sleep(9)`.execute(tx)
    })
    // The server's own limit is back: the test above has waited for it.
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '8s' }])
    await pool.end()
  }, 60_000)

  test('that is returned in the middle of a tx is not reused', async () => {
    const pool = makePool({ url: database.url, max: 1 })
    const client = await pool.connect()
    await client.query('begin')
    await client.query('create table left_behind ()')
    client.release()
    const { rows } = await pool.query("select to_regclass('left_behind') is not null as is_seen")
    expect(rows).toEqual([{ is_seen: false }])
    await pool.end()
  })

  test('is not considered silent by a process that was too busy to read it', async () => {
    const client = makeClient(database.url)
    await client.connect()
    cutSilentConnections(500)(client)
    const answer = client.query('select pg_sleep(0.3)')
    for (const end = performance.now() + 1_000; performance.now() < end;);
    await expect(answer).resolves.toBeDefined()
    await expect(client.query('select 1')).resolves.toBeDefined()
    await client.end()
  })
})

describe.concurrent('behind a pooler', () => {
  const makePooled = () => makePool({ url: database.url, max: 1, isPooler: true })

  test('the server also limits a statement, in a tx or alone, and keeps no trace of the limit', async () => {
    const [one, other] = [makePooled(), makePooled()]
    const alone = one.query('select pg_sleep($1)', [30])
    const inTx = kyselyOf(other)
      .transaction()
      .execute((tx) => sql`select pg_sleep(30)`.execute(tx))
    await Promise.all([
      expect(alone).rejects.toThrow('statement timeout'),
      expect(inTx).rejects.toThrow('statement timeout'),
    ])
    // As the pooler's next client would find it.
    const client = await other.connect()
    const own = await client.query('show statement_timeout')
    const ask = makeClient(database.url)
    await ask.connect()
    const unset = await ask.query('show statement_timeout')
    expect([own.rows, unset.rows]).toEqual([[{ statement_timeout: '8s' }], [{ statement_timeout: '0' }]])
    expect(client.getTransactionStatus()).toBe('I')
    client.release()
    await Promise.all([ask.end(), one.end(), other.end()])
  }, 120_000)

  test('a single statement commits, a refused one leaves nothing open, and no statement has a name', async () => {
    const pool = makePooled()
    await pool.query('create table numbers (id int primary key)')
    await pool.query({ name: 'add', text: 'insert into numbers values ($1)', values: [1] })
    await expect(pool.query('insert into numbers values ($1)', [1])).rejects.toThrow('duplicate key')
    await kyselyOf(pool)
      .transaction()
      .execute((tx) => sql`insert into numbers values (2)`.execute(tx))
    const { rows } = await database.pool.query('select id from numbers order by id')
    expect(rows).toEqual([{ id: 1 }, { id: 2 }])
    expect((await pool.query('select from pg_prepared_statements')).rowCount).toBe(0)
    await pool.end()
  })

  test('a tx whose client is gone releases its locks', async () => {
    const pool = makePooled()
    await database.pool.query('create table held (id int); insert into held values (1)')
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select from held for update')
    // The client is silent from here on. The server's limit for idle txs ends it, which frees the row.
    const elapsed = startOwnClock()
    const next = makeClient(database.url)
    await next.connect()
    await next.query('select from held for update')
    expect(elapsed()).toBeLessThan(15_000)
    client.release(true)
    await Promise.all([next.end(), pool.end()])
  }, 120_000)
})
