import { Kysely, PostgresDialect } from 'kysely'
import type { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { findFailingJobs, listFailures } from '#server/lib/queue/loop.ts'
import { transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { recountAllDays } from '#server/modules/reports/counting/count-days.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { giveBalance, makeService, makeUser, type TestUser } from '#test/factories.ts'

import { type CheckedInvariant, checkInvariants } from './check-invariants.ts'
import { ledgerCheckJob } from './ledger-check-jobs.ts'
import { checkLedgerNightly, checkSinceLastClean, readLastCheck, runLedgerCheck } from './run-ledger-check.ts'

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

/** Whether the check was whole, and its findings. */
async function check(): Promise<[boolean, string[]]> {
  const { isWhole, lines } = await runLedgerCheck(client)
  return [isWhole, brokenOf(lines)]
}

const brokenOf = (lines: readonly CheckedInvariant[] = []) =>
  lines.filter(({ violations }) => violations > 0).map(({ id }) => id)

/** Findings since the last clean check, without storing them. */
const recently = async () => brokenOf(await checkSinceLastClean(app.database.url))

async function makeDue(): Promise<void> {
  await run(`insert into database_mode (mode) values ('sandbox') on conflict do nothing`)
  await run(`update database_mode set set_at = now() - interval '2 days'`)
}

/** A ledger row that its account doesn't count. */
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

test('rows that a check has summed are not read again', async () => {
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

test('it runs once a night, whichever process is first', async () => {
  const nightly = (ctx = app.ctx) => checkLedgerNightly(ctx, new AbortController().signal)
  await run(`insert into database_mode (mode) values ('sandbox') on conflict do nothing`)
  expect(await nightly()).toBe(false)
  await makeDue()
  const other = await app.another()
  const made = await Promise.all([nightly(), nightly(other.ctx)])
  expect(made.toSorted()).toEqual([false, true])
  expect(await nightly()).toBe(false)
  expect(await readLastCheck(app.ctx.db)).toMatchObject({ violations: 0 })
  await run(`update ledger_checks set finished_at = now() - interval '2 days'`)
  expect(await nightly()).toBe(true)
})

test('a check that is due while the process stops is not started', async () => {
  await makeDue()
  expect(await checkLedgerNightly(app.ctx, AbortSignal.abort())).toBe(false)
  expect(await readLastCheck(app.ctx.db)).toBeUndefined()
})

test('a check that fails every time is a failing job, until one succeeds', async () => {
  await makeDue()
  const config = { ...app.ctx.config, databaseOwnerUrl: 'postgres://nobody@127.0.0.1:1/none' }
  const ctx = { ...app.ctx, config }
  const job = ledgerCheckJob(ctx)
  try {
    const failing = () => {
      job.wake()
      return findFailingJobs(ctx)
    }
    await expect.poll(failing).toEqual(['ledger check'])
    config.databaseOwnerUrl = app.database.url
    const failures = () => {
      job.wake()
      return listFailures(ctx)
    }
    await expect.poll(failures, { timeout: 60_000 }).toEqual([])
    expect(await readLastCheck(app.ctx.db)).toMatchObject({ violations: 0 })
  } finally {
    await job.stop()
  }
})

test('work that is overdue, as after an outage, is found by the audit and not by the nightly check', async () => {
  const { id } = await makeService(app.ctx, { rate: '1' })
  const body = { service_id: id, link: 'https://example.com/a', quantity: 1000 }
  await app.call(createOrder, { token: user.token, body })
  await run(`update dispatch_queue set due_at = now() - interval '6 minutes'`)
  await run(`insert into gateway_events (gateway, reference, body, due_at)
    values ('cryptomus', 'late', '{}', now() - interval '6 minutes')`)
  expect(brokenOf(await checkInvariants(app.database.url))).toEqual(['I7.1', 'I7.3'])
  expect(await check()).toEqual([true, []])
  expect(await check()).toEqual([false, []])
  expect(await recently()).toEqual(['I7.1', 'I7.3'])
})

test('recounted days are compared again, and so are days not yet counted at the last check', async () => {
  await run(`update users set created_at = now() - interval '20 days'`)
  await run('update daily_progress set counted_until = now()')
  expect(await check()).toEqual([true, []])
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: app.database.pool }) })
  await recountAllDays({ db, events: app.ctx.events })
  // A sale that is missing from the ledger, in every sum of its day.
  await run('update daily_progress set counted_until = now()')
  await run(
    `with day as (select (now() at time zone 'UTC')::date - 10 as day),
     totals as (insert into daily_totals select day, 0, 5, 0, 0, 0, 0, 0 from day),
     months as (insert into monthly_customers (user_id, month, orders, sold, refunded, cost, deposits, bonuses, corrections)
       select $1, date_trunc('month', day::timestamp), 0, 5, 0, 0, 0, 0, 0 from day),
     services as (insert into daily_services (day, service_id, provider_id, orders, sold, refunded, cost)
       select day, 1, 0, 0, 5, 0, 0 from day),
     service_months as (insert into monthly_services (month, service_id, provider_id, orders, sold, refunded, cost)
       select date_trunc('month', day::timestamp), 1, 0, 0, 5, 0, 0 from day)
     insert into daily_customers (user_id, day, orders, sold, refunded, cost, deposits, bonuses, corrections)
     select $1, day, 0, 5, 0, 0, 0, 0, 0 from day`,
    [user.id],
  )
  expect(await recently()).toEqual(['R1'])
  await run('update daily_progress set recounted_at = null')
  expect(await recently()).toEqual([])
  await run('update ledger_checks set days_until = null')
  expect(await recently()).toEqual(['R1'])
})

test('personal data of a new audit log row that was changed or removed is found, unless its user was deleted', async () => {
  expect(await check()).toEqual([true, []])
  const by = { actorId: user.id, address: '192.0.2.7' }
  await transactAsStaff(app.ctx, by, async (_tx, _tell, record) =>
    record({ action: 'user.update', id: 5, personal: { before: { name: 'Ann' }, after: { name: 'Zoë' } } }),
  )
  expect(await recently()).toEqual([])
  await run('alter table audit_log disable trigger all')
  await run(`update audit_log set personal = '{"after":{"name":"Eve"}}'`)
  expect(await recently()).toEqual(['S1'])
  await run('update audit_log set personal = null, personal_salt = null')
  expect(await recently()).toEqual(['S1'])
  await transactAsStaff(app.ctx, by, async (_tx, _tell, record) =>
    record({ action: 'user.delete', id: 5, reason: 'asked' }),
  )
  expect(await recently()).toEqual([])
})

test("the product's role cannot say that a check was clean", async () => {
  for (const table of ['ledger_checks', 'checked_accounts'])
    await expect(app.ctx.pool.query(`delete from ${table}`)).rejects.toThrow(/permission denied/)
})

test('an order without new rows since the last check is found by its charge', async () => {
  expect(await check()).toEqual([true, []])
  const { id } = await makeService(app.ctx, { rate: '1' })
  const body = { service_id: id, link: 'https://example.com/a', quantity: 1000 }
  await app.call(createOrder, { token: user.token, body })
  await run('update orders set price = price + 1 where user_id = $1', [user.id])
  expect(await check()).toEqual([false, ['I3.1']])
})
