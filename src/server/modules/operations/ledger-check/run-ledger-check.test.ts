import type { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { giveBalance, makeService, makeUser, type TestUser } from '#test/factories.ts'

import { checkLedgerNightly, readLastCheck, runLedgerCheck } from './run-ledger-check.ts'

let app: TestApp
let user: TestUser
let client: Client
beforeEach(async () => {
  app = await makeTestApp()
  user = await makeUser(app.ctx, { balance: '10' })
  client = makeClient(app.database.url)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await app.drop()
})

const run = (sql: string, values?: unknown[]) => app.database.pool.query(sql, values)

/** Whether it was whole, and what it found. */
async function check(): Promise<[boolean, string[]]> {
  const { isWhole, lines } = await runLedgerCheck(client)
  return [isWhole, lines.filter(({ violations }) => violations > 0).map(({ id }) => id)]
}

/** A ledger row that its account does not know of. */
const forgedLine = `insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, actor_id)
  select user_id, transactions_seq + 1, 'bonus', 'adjustment', 'customer', 5, balance + 5, user_id from accounts where user_id = $1`

test('after a clean check only what changed is checked, until it finds something or a week has passed', async () => {
  expect(await check()).toEqual([true, []])
  await giveBalance(app.ctx, user.id, '1')
  expect(await check()).toEqual([false, []])
  await run('update accounts set balance = balance + 1 where user_id = $1', [user.id])
  expect(await check()).toEqual([false, ['I1.1', 'I1.2']])
  expect(await check()).toEqual([true, ['I1.1', 'I1.2']])
  await run('update accounts set balance = balance - 1 where user_id = $1', [user.id])
  expect(await check()).toEqual([true, []])
  expect(await check()).toEqual([false, []])
  await run(`update ledger_checks set started_at = started_at - interval '8 days' where is_whole`)
  expect(await check()).toEqual([true, []])
})

test('a ledger row of a tx that was open during the check is checked by the next one', async () => {
  const { id } = await makeUser(app.ctx, { balance: '3' })
  const open = await app.database.pool.connect()
  await open.query('begin')
  await open.query(forgedLine, [id])
  expect(await check()).toEqual([true, []])
  await open.query('commit')
  open.release()
  expect(await check()).toEqual([false, ['I1.1', 'I1.2', 'I1.4']])
})

test('what a check has added up is not read again', async () => {
  const lines = 5_000
  await run(
    `with raised as (
       update accounts set balance = balance + $2, transactions_seq = transactions_seq + $2 where user_id = $1
       returning user_id, balance - $2 as before, transactions_seq - $2 as seq
     ), summed as (update account_sums set amount = amount + $2 where user_id = $1 and name = 'bonus')
     insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, actor_id)
     select user_id, seq + n, 'bonus', 'adjustment', 'customer', 1, before + n, user_id
     from raised, generate_series(1, $2::int) n`,
    [user.id, lines],
  )
  await run('analyze')
  expect(await check()).toEqual([true, []])
  await giveBalance(app.ctx, user.id, '1')
  const read = async () => {
    await client.query('select pg_stat_force_next_flush()')
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query<{ read: number }>(
      `select (seq_tup_read + idx_tup_fetch)::float8 as read from pg_stat_user_tables where relname = 'transactions'`,
    )
    return rows[0]?.read ?? 0
  }
  const before = await read()
  expect(await check()).toEqual([false, []])
  expect((await read()) - before).toBeLessThan(100)
})

test('it is made once a night, whichever process is first', async () => {
  const nightly = (ctx = app.ctx) => checkLedgerNightly(ctx, new AbortController().signal)
  await run(`insert into database_mode (mode) values ('sandbox') on conflict do nothing`)
  expect(await nightly()).toBe(false)
  await run(`update database_mode set set_at = now() - interval '2 days'`)
  const other = await app.another()
  const made = await Promise.all([nightly(), nightly(other.ctx)])
  expect(made.toSorted()).toEqual([false, true])
  expect(await nightly()).toBe(false)
  expect(await readLastCheck(app.ctx.db)).toMatchObject({ violations: 0 })
  await run(`update ledger_checks set finished_at = now() - interval '2 days'`)
  expect(await nightly()).toBe(true)
})

test("the product's role cannot say that a check was clean", async () => {
  for (const table of ['ledger_checks', 'checked_accounts'])
    await expect(app.ctx.pool.query(`delete from ${table}`)).rejects.toThrow(/permission denied/)
})

test('an order of which nothing was written since the last check is found by its charge', async () => {
  expect(await check()).toEqual([true, []])
  const { id } = await makeService(app.ctx, { rate: '1' })
  const body = { service_id: id, link: 'https://example.com/a', quantity: 1000 }
  await app.call(createOrder, { token: user.token, body })
  await run('update orders set price = price + 1 where user_id = $1', [user.id])
  expect(await check()).toEqual([false, ['I3.1']])
})
