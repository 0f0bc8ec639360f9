import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getDashboard } from '#contract/reports/dashboard.ts'
import { ZERO } from '#contract/base/money.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { getSpending } from '#contract/reports/spending.ts'
import { adminReplyToTicket } from '#contract/support/admin-tickets.ts'
import { createTicket } from '#contract/support/tickets.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'
import { countRows } from '#test/count-rows.ts'
import { makeProvider, makeService, makeUser, type TestService, type TestUser, usd } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

import { makeDayCounter } from '#server/modules/reports/counting/count-days.ts'
import { readDashboard } from './read-dashboard.ts'
import { readSpending } from './read-spending.ts'

// Longer than most: one customer with enough orders for query plans to matter, filled once.

let shop: PaymentsApp
beforeAll(async () => {
  shop = await makePaymentsApp()
})
afterAll(() => shop.drop())

/** The same day for the whole file, even if it runs past midnight. */
const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000
const noonOf = (daysAgo: number) => new Date(midnight + 43_200_000 - daysAgo * 86_400_000)
const dayOf = (daysAgo: number) => noonOf(daysAgo).toISOString().slice(0, 10)

let moves = 0n
/** Posts a row as if on that day, at noon by default. */
async function post(
  userId: number,
  daysAgo: number,
  type: 'bonus' | 'order' | 'refund',
  amount: string,
  minute = 720,
) {
  const at = new Date(noonOf(daysAgo).getTime() + (minute - 720) * 60_000)
  moves += 1n
  const kind = postingKinds[type === 'bonus' ? 'adjustment' : type]
  const about = type === 'bonus' ? { actorId: userId, reason: 'For a test' } : { orderId: moves }
  await shop.ctx.db.transaction().execute(async (tx) => {
    await sql`select set_config('tally.now', ${at.toISOString()}, true)`.execute(tx)
    await postTransaction(tx, { userId, kind, amount: usd(amount), ...about })
  })
}

/** Counts up to that day's noon or slightly further, like the worker. */
async function countUntil(daysAgo: number): Promise<void> {
  const { pool } = shop.database
  await pool.query('truncate daily_totals, daily_services, daily_customers')
  await pool.query(`update daily_progress set counted_until = $1`, [new Date(midnight - 30 * 86_400_000)])
  const count = makeDayCounter(shop.ctx)
  const isThrough = async () => {
    const { rows } = await pool.query<{ counted_until: Date }>('select counted_until from daily_progress')
    return (rows[0]?.counted_until ?? 0) >= noonOf(daysAgo)
  }
  while (!(await isThrough())) await count()
}

test('spending per UTC day is exact, the same from the ledger as from the counted figures', async () => {
  const { id } = await makeUser(shop.ctx)
  await post(id, 50, 'bonus', '100')
  await post(id, 40, 'order', '7')
  await post(id, 29, 'order', '0.00000001')
  await post(id, 3, 'order', '1.5')
  // Just before the end of the counted part, as at midnight.
  await post(id, 3, 'order', '2.25000003', 1_439)
  await post(id, 2, 'refund', '1.5')
  const read = async () => (await readSpending({ ...shop.ctx, clock: () => noonOf(0) }, id)).days
  const fromLedger = await read()
  expect(fromLedger.map(({ day }) => day)).toEqual(
    Array.from({ length: 30 }, (_, index) => dayOf(29 - index)),
  )
  expect(fromLedger.filter(({ orders, refunded }) => orders > 0 || refunded > 0n)).toEqual([
    { day: dayOf(29), orders: 1, spent: usd('0.00000001'), refunded: ZERO },
    { day: dayOf(3), orders: 2, spent: usd('3.75000003'), refunded: ZERO },
    { day: dayOf(2), orders: 0, spent: ZERO, refunded: usd('1.5') },
  ])
  for (const daysAgo of [3, 1]) {
    await countUntil(daysAgo)
    expect(await read()).toEqual(fromLedger)
  }
  // Orders after the counted part appear immediately, and once.
  await post(id, 0, 'order', '0.5')
  expect((await read()).at(-1)).toEqual({ day: dayOf(0), orders: 1, spent: usd('0.5'), refunded: ZERO })
})

test('the first page has the current orders, what waits for the customer, and nothing of other users', async () => {
  const [user, other, admin] = [
    await makeUser(shop.ctx, { balance: '100' }),
    await makeUser(shop.ctx, { balance: '100' }),
    await makeUser(shop.ctx, { role: 'admin' }),
  ]
  const services: TestService[] = []
  for (let count = 0; count < 6; count += 1)
    services.push(await makeService(shop.ctx, { rate: '1', min: 1, refill: true }))
  const place = async ({ token }: TestUser, at: number) => {
    const body = { service_id: services[at]?.id, link: 'https://example.com/x', quantity: 500 }
    return (await shop.call(createOrder, { token, body })).body.order.id
  }
  await place(other, 0)
  const ids = []
  for (const at of [0, 1, 2, 3, 4, 5, 5]) ids.push(await place(user, at))
  const [old = 0, part = 0, done = 0, , , , last = 0] = ids
  const set = (orderId: number, status: string, days: number) =>
    shop.database.pool.query(
      `update orders set status = $2, dispatch = 'accepted', provider_order = 'x' || id, remains = 100,
         updated_at = now() - make_interval(days => $3) where id = $1`,
      [orderId, status, days],
    )
  await set(old, 'PARTIAL', 8)
  await set(part, 'PARTIAL', 6)
  await set(done, 'COMPLETED', 2)
  // A service that is no longer sold is not offered.
  await shop.database.pool.query('update services set is_active = false where id = $1', [services[4]?.id])
  const question = { subject: 'Where is it?', category: 'Order Issue', message: 'M' }
  const { id: ticket } = (await shop.call(createTicket, { token: user.token, body: question })).body.ticket
  const { body: before } = await shop.call(getDashboard, { token: user.token })
  expect(before.attention).toMatchObject({ deposit: null, tickets: [] })

  await shop.call(adminReplyToTicket, {
    token: admin.token,
    params: { id: ticket },
    body: { message: 'Here' },
  })
  await shop.open(user.token, 10)
  const open = await shop.open(user.token, 100)
  const { body } = await shop.call(getDashboard, { token: user.token })
  const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id)
  expect(body.counts.all).toBe(7)
  expect(idsOf(body.recent)).toEqual(ids.toReversed().slice(0, 5))
  expect(idsOf(body.active)).toEqual(ids.slice(3).toReversed())
  expect(idsOf(body.again)).toEqual([last, ids[3], done, part])
  expect(idsOf(body.attention.partial)).toEqual([part])
  expect(body.attention.refillable).toBe(1)
  expect(body.attention.deposit).toMatchObject({
    order_id: open,
    stage: 'unpaid',
    amount: usd('100'),
    bonus: usd('5'),
  })
  expect(body.attention.deposit?.payment_url).toContain('http')
  expect(idsOf(body.attention.tickets)).toEqual([ticket])
  const { body: spent } = await shop.call(getSpending, { token: user.token })
  expect(spent.days.reduce((sum, day) => sum + day.spent, 0n)).toBe(usd('3.5'))
  expect(body.spending?.days).toEqual(spent.days)
})

test('a customer with 6,000 orders costs a few hundred rows, however far the days are counted', async () => {
  const provider = await makeProvider(shop.ctx, { url: 'http://127.0.0.1:9' })
  const [id = 0] = await fillPolled(shop.database.pool, {
    providerId: provider.id,
    orders: 6_000,
    customers: 1,
  })
  await fillPolled(shop.database.pool, { providerId: provider.id, orders: 2_000, customers: 20 })
  await shop.database.pool.query(
    `update orders set refill = true, status = case when seq = 1 then 'PENDING' when seq % 100 = 0 then 'PARTIAL' else 'COMPLETED' end
     where user_id = $1`,
    [id],
  )
  await shop.database.pool.query(
    `insert into deposits (user_id, reference, gateway, payment_method, amount, status)
     select $1, 'left-' || n, 'cryptomus', 'cryptomus', 1000000000, 'canceled' from generate_series(1, 3000) n`,
    [id],
  )
  await shop.database.pool.query('vacuum analyze orders, transactions, deposits, refills, daily_customers')
  const tables = [
    'orders',
    'transactions',
    'deposits',
    'tickets',
    'refills',
    'order_attempts',
    'accounts',
    'daily_customers',
  ] as const
  const work = (db: Kysely<DB>) => readDashboard({ ...shop.ctx, db }, { id })
  const rowsRead = () => countRows(shop.ctx.db, { tables, work })

  // During a recount the answer says how far it is and guesses nothing.
  await shop.database.pool.query('update daily_progress set counted_until = null')
  const { active, spending } = await work(shop.ctx.db)
  expect(active).toHaveLength(1)
  const shownSince = Date.parse(`${spending?.days[0]?.day}T00:00:00Z`)
  expect(spending?.counted_until).toEqual(new Date(shownSince - 30 * 86_400_000))
  expect(await rowsRead()).toBeLessThan(600)
  // With everything counted except the last rows.
  const { rows } = await shop.database.pool.query<{ at: Date }>(
    'select max(created_at) as at from transactions',
  )
  await shop.database.pool.query('update daily_progress set counted_until = $1', [
    new Date((rows[0]?.at.getTime() ?? 0) + 600_000),
  ])
  expect((await work(shop.ctx.db)).spending?.counted_until).toBeNull()
  expect(await rowsRead()).toBeLessThan(600)
}, 120_000)
