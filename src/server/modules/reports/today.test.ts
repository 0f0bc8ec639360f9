import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getToday } from '#contract/reports/today.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { countRows } from '#test/count-rows.ts'
import { makeProvider, makeService, makeUser, usd } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'
import { stayInOneDay } from '#test/stay-in-one-day.ts'

import { readToday } from './read-today.ts'

let app: TestApp
let owner: { token: string }
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
await stayInOneDay()
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

/** By a process without a cache. */
const read = async () => {
  const { status, body } = await (await app.another()).call(getToday, { token: owner.token })
  expect(status).toBe(200)
  return body
}
const midnight = `date_trunc('day', now(), 'UTC')`

test('a shop without orders says so, and lists every day with zeros', async () => {
  const first = await read()
  expect(first).toMatchObject({ has_orders: false, counted_until: null, best_sellers: [] })
  expect(first.days.map(({ day }) => day).toSorted()).toEqual(first.days.map(({ day }) => day))
  expect(first.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10))
  expect(first.days.every(({ revenue, orders }) => revenue === 0n && orders === 0)).toBe(true)
})

test('yesterday counts up to the time that today is counted to, and later hours do not', async () => {
  const [bestService, other] = [await makeService(app.ctx), await makeService(app.ctx)]
  await query(`update daily_progress set counted_until = ${midnight} + interval '5 hours'`)
  await query(
    `insert into daily_totals (day, orders, sold, refunded, cost, deposits, bonuses, corrections)
     select current_date, 7, 500000000, 100000000, 150000000, 9, 9, 9`,
  )
  const hours = [-19 * 60 - 10, -19 * 60, -25 * 60]
  for (const [index, minutes] of hours.entries())
    await query(
      `insert into recent_totals (since, orders, sold, refunded, cost)
       values (${midnight} + $1 * interval '1 minute', $2::int, 100000000, 0, 40000000)`,
      [minutes, 10 ** index],
    )
  await query(
    `insert into daily_services (day, service_id, provider_id, orders, sold, refunded, cost)
     values (current_date, $1, 0, 2, 200, 0, 10), (current_date - 6, $1, 0, 2, 200, 0, 10), (current_date, $2, 0, 5, 300, 0, 10),
       (current_date - 7, $2, 0, 5, 900, 0, 10), (current_date, 0, 0, 5, 900, 0, 0)`,
    [bestService.id, other.id],
  )
  const { today, yesterday, days, best_sellers: best } = await read()
  expect(today).toMatchObject({ orders: 7, revenue: usd('4'), margin: usd('2.5') })
  // Of yesterday only the ten minutes before 5:00; not those after, nor the day before.
  expect(yesterday).toMatchObject({ orders: 1, revenue: usd('1'), margin: usd('0.6') })
  expect(days.at(-1)).toMatchObject({ orders: 7 })
  expect(best.map(({ service_id: id, orders, revenue }) => [id, orders, revenue])).toEqual([
    [bestService.id, 4, 400n],
    [other.id, 5, 300n],
  ])
})

test('new customers are counted by when they registered, staff not among them', async () => {
  const before = (await read()).today.customers
  await makeUser(app.ctx)
  const late = await makeUser(app.ctx)
  await makeUser(app.ctx, { role: 'admin' })
  // As late as a day may be: after this time of yesterday, but at its last millisecond.
  await query(`update users set created_at = ${midnight} - interval '1 millisecond' where id = $1`, [late.id])
  const { today, yesterday, days } = await read()
  expect(today.customers).toBe(before + 1)
  expect(yesterday.customers).toBe(0)
  expect(days.at(-2)?.customers).toBe(1)
})

test('orders and ledger are never summed: what is read does not grow with them', async () => {
  const { id: providerId } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
  await fillPolled(app.ctx.pool, { providerId, orders: 2_000, customers: 10 })
  await query('analyze orders, users, order_attempts, transactions')
  const tables = ['orders', 'transactions', 'order_attempts', 'order_events', 'accounts'] as const
  const work = (db: Kysely<DB>) => readToday({ ...app.ctx, db })
  expect((await work(app.ctx.db)).has_orders).toBe(true)
  expect(await countRows(app.ctx.db, { tables, work })).toBeLessThanOrEqual(1)
  // By an index of their times: as many as registered in these days.
  await query(`update users set created_at = now() - interval '1 year' where role = 'user'`)
  await query('vacuum analyze users')
  expect(await countBlocks(app.ctx.db, { table: 'users', work })).toBeLessThan(10)
})

test('it is for those who may read reports', async () => {
  const staff = await makeUser(app.ctx, { role: 'admin', permissions: ['orders', 'money', 'staff'] })
  expect((await app.call(getToday, { token: staff.token })).status).toBe(403)
  expect((await app.call(getToday)).status).toBe(401)
})
