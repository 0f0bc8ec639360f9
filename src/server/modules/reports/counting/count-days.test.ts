import { Kysely, PostgresDialect } from 'kysely'
import { describe, expect, test, vi } from 'vitest'

import { getReconciliation } from '#contract/reports/reconciliation.ts'
import { contextAt } from '#test/context-at.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { pollOrderHere } from '#server/modules/orders/polling/poll-order.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'
import { makeTestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { countRowsOfTxs } from '#test/count-rows.ts'
import { makeUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { stayInOneDay } from '#test/stay-in-one-day.ts'

import { listCompleted } from '#server/modules/reports/delivery/count-deliveries.ts'
import { addToMonthsStatement } from './count-days-statement.ts'
import { makeDayCounter, recountAllDays } from './count-days.ts'
import { takeSlice } from './count-slices.ts'

// Longer than most: each case writes its own money in its own order, and all are compared with one ledger.

/** 1000 units sell for $1.20 and cost $0.90. */
const bench = makeOrderBench({ rate: '1.2' })
const DAY_MS = 86_400_000
await stayInOneDay()
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
/** Noon that many days ago. */
const noonOf = (daysAgo: number) => new Date(midnight - daysAgo * DAY_MS + DAY_MS / 2)
const dayOf = (daysAgo: number) => noonOf(daysAgo).toISOString().slice(0, 10)

/** Sets where counting begins; call it before writing anything. */
async function beFrom(daysAgo: number) {
  await bench.ctx.db
    .updateTable('users')
    .set({ created_at: noonOf(daysAgo) })
    .execute()
  await countAgain()
}

/** As scripts/recount-days.ts does, with the owner's role. */
async function countAgain() {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: bench.app.database.pool }) })
  await recountAllDays({ db, events: bench.ctx.events })
}

/** Counts until everything written so far is included, a day at a time: a busy machine would use pieces of minutes. */
async function countAll({ firstMs = DAY_MS } = {}) {
  const count = makeDayCounter(bench.ctx, { firstMs })
  const { rows } = await bench.ctx.pool.query<{ now: Date }>('select clock_timestamp() as now')
  const now = rows[0]?.now.getTime() ?? 0
  await vi.waitFor(
    async () => {
      await count()
      const { counted_until: until } = await bench.ctx.db
        .selectFrom('daily_progress')
        .select('counted_until')
        .executeTakeFirstOrThrow()
      expect(until?.getTime()).toBeGreaterThan(now)
    },
    { timeout: 120_000 },
  )
}

async function daysOf(service = bench.service.id) {
  const { rows } = await bench.ctx.pool.query<Record<string, string>>(
    `select day::text, provider_id = $2 as is_taken, orders::int, sold, refunded, cost from daily_services
     where service_id = $1 order by day, provider_id`,
    [service, bench.panel.provider.id],
  )
  return rows
}

async function totals() {
  const { rows } = await bench.ctx.pool.query(
    `select day::text, orders::int, sold, refunded, cost, deposits, bonuses, corrections from daily_totals order by day`,
  )
  return rows
}

const placeAt = (daysAgo: number, link: string) =>
  contextAt(bench.ctx, noonOf(daysAgo), async (past) => {
    const body = { service_id: bench.service.id, link, quantity: 1000 }
    return BigInt((await placeOrder(past, { userId: bench.user.id, body })).order.id)
  })
const sendAt = (daysAgo: number) =>
  contextAt(bench.ctx, noonOf(daysAgo), async (past) => {
    const dispatcher = makeDispatcher(past)
    await dispatcher.pump()
    await dispatcher.stop()
  })

async function endAt(daysAgo: number, id: bigint, told: Parameters<typeof bench.panel.move>[1]) {
  const { provider_order: there } = await bench.orderOf(id)
  await bench.panel.move(there ?? '', told)
  await contextAt(bench.ctx, noonOf(daysAgo), (past) => pollOrderHere(past, { userId: bench.user.id, id }))
}

describe('the daily figures', () => {
  test('count each event on its own day: sale, acceptance, refund, and the final charge', async () => {
    await beFrom(9)
    const id = await placeAt(5, 'https://example.com/partial')
    await sendAt(4)
    await endAt(3, id, { status: 'Partial', remains: 400 })
    await countAll()
    const price = usd('1.2')
    const [attempt] = await bench.attemptsOf(id)
    const charged = BigInt(Math.round(Number(attempt?.charge) * 1e8))
    expect(attempt?.cost).toBe(usd('0.9'))
    expect(charged).not.toBe(usd('0.9'))
    expect(await daysOf()).toEqual([
      { day: dayOf(5), is_taken: false, orders: 1, sold: price, refunded: 0n, cost: 0n },
      { day: dayOf(4), is_taken: false, orders: -1, sold: -price, refunded: 0n, cost: 0n },
      { day: dayOf(4), is_taken: true, orders: 1, sold: price, refunded: 0n, cost: usd('0.9') },
      {
        day: dayOf(3),
        is_taken: true,
        orders: 0,
        sold: 0n,
        refunded: usd('0.48'),
        cost: charged - usd('0.9'),
      },
    ])
  })

  test('count an order that completed, was refilled and completed again once', async () => {
    await beFrom(9)
    const id = await placeAt(5, 'https://example.com/refilled')
    await sendAt(5)
    await endAt(4, id, { status: 'Completed', charge: '0.95' })
    const again = (daysAgo: number, from: 'COMPLETED' | 'REFILL', to: 'REFILL' | 'COMPLETED') =>
      contextAt(bench.ctx, noonOf(daysAgo), (past) =>
        transact(past, async (tx, publish) =>
          moveOrder(tx, publish, { userId: bench.user.id, id, from: [from], to }),
        ),
      )
    await again(3, 'COMPLETED', 'REFILL')
    await again(2, 'REFILL', 'COMPLETED')
    await countAll()
    const days = await daysOf()
    expect(days.map(({ day, cost }) => [day, cost])).toEqual([
      [dayOf(5), usd('0.9')],
      [dayOf(4), usd('0.05')],
    ])
  })

  test.each([
    ['told now', '100000000000', undefined],
    ['stored by an earlier version', '0.9', '100000000000'],
    ['stored, below nothing', '0.9', '-100000000000'],
  ])(
    'count no absurd charge, %s, and neither figures nor audit fail on it',
    async (_name, charge, stored) => {
      await beFrom(9)
      const id = await placeAt(5, `https://example.com/absurd/${charge}/${stored}`)
      await sendAt(5)
      await endAt(4, id, { status: 'Completed', charge })
      if (stored !== undefined)
        await bench.ctx.pool.query('update order_attempts set charge = $1 where order_id = $2', [stored, id])
      await countAll()
      const days = await daysOf()
      expect(days.map(({ day }) => day)).toContain(dayOf(5))
      expect(days.find(({ day }) => day === dayOf(4))?.['cost'] ?? 0n).toBe(0n)
      await auditMoney(bench.ctx)
      const { token } = await makeUser(bench.ctx, { role: 'admin' })
      const read = await bench.app.call(getReconciliation, { token, query: { day: dayOf(5) } })
      expect(read.status).toBe(200)
      await bench.ctx.pool.query('update order_attempts set charge = 0.9 where order_id = $1', [id])
    },
  )

  test('are the same for any slicing, also when counted again, and the audit passes', async () => {
    await beFrom(9)
    const first = await placeAt(5, 'https://example.com/1')
    await placeAt(2, 'https://example.com/2')
    await sendAt(1)
    await endAt(1, first, { status: 'Canceled', charge: '0' })
    await countAll()
    const once = await totals()
    expect(once.length).toBeGreaterThan(2)
    await postTransaction(bench.ctx.db, {
      userId: bench.user.id,
      kind: postingKinds.deduction,
      amount: usd('3'),
      reason: 'For a test',
      actorId: bench.user.id,
    })
    await countAll()
    const [today, more] = [once.at(-1), (await totals()).at(-1)]
    expect(more).toEqual({ ...today, corrections: today.corrections - usd('3') })
    await countAgain()
    await countAll({ firstMs: DAY_MS / 7 })
    expect(await totals()).toEqual([...once.slice(0, -1), more])
    await bench.ctx.db
      .updateTable('daily_progress')
      .set({ counted_until: new Date(midnight + DAY_MS) })
      .execute()
    // As if today had ended.
    await bench.ctx.pool.query(addToMonthsStatement, [dayOf(0), 1])
    const lines = await checkInvariants(bench.app.database.url)
    expect(lines.filter(({ id, violations }) => id.startsWith('R') && violations > 0)).toEqual([])
    await countAgain()
  })

  test('include rows that a clock set back put before the counted point, once', async () => {
    await beFrom(9)
    await countAll()
    const before = await totals()
    // As rows look after a failover to a machine whose clock is behind.
    const id = await placeAt(1, 'https://example.com/behind')
    await sendAt(1)
    await endAt(1, id, { status: 'Completed', charge: '0.95' })
    const lateMs = 90_000
    await contextAt(bench.ctx, new Date(Date.now() - lateMs), (past) =>
      postTransaction(past.db, {
        userId: bench.user.id,
        kind: postingKinds.adjustment,
        amount: usd('3'),
        reason: 'For a test',
        actorId: bench.user.id,
      }),
    )
    for (let times = 0; times < 2; times += 1) {
      await countAll()
      const after = await totals()
      const sum = (rows: typeof after, of: string) => rows.reduce((all, row) => all + BigInt(row[of]), 0n)
      const more = (of: string) => sum(after, of) - sum(before, of)
      expect(['orders', 'sold', 'cost', 'corrections'].map(more)).toEqual([
        1n,
        usd('1.2'),
        usd('0.95'),
        usd('3'),
      ])
    }
  })

  test('count nothing twice after a restore into a cluster whose tx ids are lower', async () => {
    await beFrom(9)
    await placeAt(2, 'https://example.com/restored')
    await countAll()
    const before = await totals()
    const { pool } = bench.app.database
    await pool.query('alter table transactions disable trigger user')
    await pool.query(`update transactions set tx_id = pg_current_xact_id()::text::bigint + 10`)
    await pool.query('alter table transactions enable trigger user')
    await pool.query(`update daily_progress set counted_snapshot = '900000000:900000000:'`)
    await countAll()
    for (let times = 0; times < 20; times += 1) await pool.query('select pg_current_xact_id()')
    await countAll()
    expect(await totals()).toEqual(before)

    // Also when everything is recounted, before or after the first count in the new cluster.
    await pool.query('alter table transactions disable trigger user')
    await pool.query(`update transactions set tx_id = pg_current_xact_id()::text::bigint + 1000000`)
    await pool.query('alter table transactions enable trigger user')
    await countAgain()
    await countAll()
    expect(await totals()).toEqual(before)
    await pool.query(`update daily_progress set counted_snapshot = '900000000:900000000:', late_from = null`)
    await countAgain()
    await countAll()
    expect(await totals()).toEqual(before)
    // As other tests expect.
    await pool.query('update daily_progress set late_from = null')
    await pool.query('alter table transactions disable trigger user')
    await pool.query('update transactions set tx_id = 3')
    await pool.query('alter table transactions enable trigger user')
  })

  test('are counted by one process at a time', async () => {
    await beFrom(9)
    const until = () =>
      bench.ctx.db.selectFrom('daily_progress').select('counted_until').executeTakeFirstOrThrow()
    await bench.ctx.db.transaction().execute(async (tx) => {
      expect(await takeSlice(tx, 1000)).toBeDefined()
      expect(await makeDayCounter(bench.ctx)()).toBe(false)
      expect(await until()).toEqual({ counted_until: null })
    })
    expect(await makeDayCounter(bench.ctx)()).not.toBe(false)
    expect(await until()).not.toEqual({ counted_until: null })
  })

  test('continue while a writer is still open, and include its rows later, once', async () => {
    await beFrom(9)
    const client = await bench.ctx.pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ now: Date }>('select now()')
      const began = rows[0]?.now.getTime() ?? 0
      await client.query(
        `with next as (
           update accounts set transactions_seq = transactions_seq + 1, balance = balance + 5
           where user_id = $1 returning user_id, transactions_seq as seq, balance
         ), summed as (update account_sums set amount = amount + 5 where user_id = $1 and name = 'bonus') insert into transactions (user_id, seq, balance_after, type, from_account, to_account, amount, actor_id)
         select user_id, seq, balance, 'bonus', 'adjustment', 'customer', 5, user_id from next`,
        [bench.user.id],
      )
      const count = makeDayCounter(bench.ctx)
      const readUntil = () =>
        bench.ctx.db.selectFrom('daily_progress').select('counted_until').executeTakeFirstOrThrow()
      await vi.waitFor(
        async () => {
          await count()
          expect((await readUntil()).counted_until?.getTime()).toBeGreaterThan(began)
        },
        { timeout: 20_000 },
      )
      await client.query('commit')
    } finally {
      client.release()
    }
    await countAll()
    const { rows } = await bench.ctx.pool.query<{ counted: bigint; kept: bigint }>(
      `select (select sum(corrections)::bigint from daily_totals) as counted,
         (select sum(signed_amount)::bigint from transactions where type = 'bonus' and deposit_id is null) as kept`,
    )
    expect(rows[0]?.counted).toBe(rows[0]?.kept)
  })
})

test('a slice costs as many rows as it has, however many orders came before', async () => {
  const old = 20_000
  // Yesterday: a slice ends with its day, and today may have just begun.
  const noon = noonOf(1).getTime()
  const minutesAfter = (minutes: number) =>
    `'${new Date(noon + minutes * 60_000).toISOString()}'::timestamptz`
  const { ctx, database, drop } = await makeTestApp()
  const client = await database.pool.connect()
  const fill = async (from: number, count: number, at: string) => {
    await client.query(
      `with made as (
         insert into orders (user_id, id, seq, service_id, service_name, service_type, link, quantity, rate, price, status, dispatch,
           refill, cancel, created_at, provider_order, provider_id)
         select 1, n, n, 1, 'S', 'Default', 'l', 1000, 10000, 10000, 'COMPLETED', 'accepted', false, false, ${at}, n::text, 1
         from generate_series(${from}, ${from + count - 1}) n returning *
       ), line as (
         insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, order_id, created_at)
         select 1, seq, 'order', 'customer', 'revenue', price, 0, id, created_at from made
       ), attempt as (
         insert into order_attempts (user_id, order_id, number, token, state, supply_id, provider_id, provider_service, cost, charge,
           lease_until, started_at, finished_at)
         select 1, id, 1, gen_random_uuid(), 'accepted', 1, 1, '1', 9000, 0.00009, now(), created_at, created_at from made
       )
       insert into order_events (user_id, order_id, type, details, created_at)
       select 1, id, 'status', '{"to":"COMPLETED"}', created_at from made`,
    )
  }
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `with someone as (insert into users (id, name, email, password_hash, created_at)
         values (1, 'U', 'u@example.com', 'none', ${minutesAfter(-120)}))
       insert into accounts (user_id) values (1)`,
    )
    await fill(1, old, minutesAfter(-60))
    // As autovacuum does over time.
    const byTime = ['transactions_by_time', 'order_events_by_time', 'order_attempts_by_end']
    for (const index of [...byTime, 'transactions_by_tx', 'order_events_by_tx', 'order_attempts_by_tx'])
      await client.query('select brin_summarize_new_values($1)', [index])
    // Not `pg_current_snapshot()`: that reaches back to the oldest tx of the whole server, which may be another test's.
    await client.query(
      `update daily_progress set counted_snapshot = format('%1$s:%1$s:', pg_snapshot_xmax(pg_current_snapshot()))::pg_snapshot`,
    )
    await fill(old + 1, 1_000, minutesAfter(-1))
    await client.query('analyze')
    await ctx.db
      .updateTable('daily_progress')
      .set({ counted_until: new Date(noon - 120_000) })
      .execute()
    const rowsOf = (work: (db: typeof ctx.db) => Promise<unknown>) =>
      countRowsOfTxs(ctx.db, { tables: ['transactions', 'orders', 'order_attempts', 'order_events'], work })
    const read = await rowsOf((db) => makeDayCounter({ ...ctx, db })())
    const slice = { day: dayOf(1), from: new Date(noon - 120_000), until: new Date(noon) }
    const readOfDeliveries = await rowsOf((db) =>
      transact({ ...ctx, db }, async (tx) => expect(await listCompleted(tx, slice)).not.toEqual([])),
    )
    const { rows } = await client.query('select sum(orders)::int as orders from daily_totals')
    expect(rows).toEqual([{ orders: 1_000 }])
    // Reads each of its rows a few times and some pages before them. The tables have 84,000 rows.
    expect(read).toBeLessThan(old)
    expect(readOfDeliveries).toBeLessThan(old)
  } finally {
    await client.query('reset session_replication_role')
    client.release()
    await drop()
  }
})
