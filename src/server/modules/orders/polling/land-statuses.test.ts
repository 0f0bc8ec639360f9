import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import type { PanelOrder, PanelOrderAnswer } from '#server/integrations/panels/panel.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { makeProvider, makeService } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'

import { beginCancelRequest } from '#server/modules/orders/cancel/cancel-order.ts'
import { type PolledOrder, landStatuses } from './land-statuses.ts'

// Longer than most: one statement, on thousands of orders that are inserted once.

let app: TestApp
let other: TestApp

beforeAll(async () => {
  app = await makeTestApp()
  other = await app.another()
})
afterAll(() => app.drop())
beforeEach(() => () => auditMoney(app.ctx))

async function makeAsked(own: {
  orders: number
  customers: number
  status?: 'PENDING' | 'PROCESSING'
}): Promise<{ asked: PolledOrder[]; userIds: number[] }> {
  const { id: providerId } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
  const userIds = await fillPolled(app.ctx.pool, { providerId, ...own })
  return { asked: await listAsked(providerId), userIds }
}

async function listAsked(providerId: number): Promise<PolledOrder[]> {
  const { rows } = await app.ctx.pool.query<PolledOrder>(
    `select *, extract(epoch from now() - since)::float8 as age_seconds from poll_queue where provider_id = $1
     order by random()`,
    [providerId],
  )
  return rows
}

const said = (status: PanelOrder['status'], own: Partial<PanelOrder> = {}): PanelOrderAnswer => ({
  status,
  raw: String(status),
  startCount: 10,
  remains: 0,
  charge: '0.9',
  currency: 'USD',
  ...own,
})
const sayOfAll = (asked: readonly PolledOrder[], answer: PanelOrderAnswer) =>
  new Map(asked.map(({ provider_ref: ref }) => [ref, answer]))

async function count(sql: string, values: unknown[]): Promise<number> {
  const { rows } = await app.ctx.pool.query<{ count: number }>(
    `select count(*)::int as count from ${sql}`,
    values,
  )
  return rows[0]?.count ?? 0
}

const eventsOf = (userIds: number[], to: OrderStatus) =>
  count(`order_events where user_id = any($1) and type = 'status' and details ->> 'to' = $2`, [userIds, to])

/** Counts the changed rows of a table during the test. */
async function countUpdates(table: string): Promise<() => Promise<number>> {
  await app.database.pool.query(
    `create table updates_of_${table} (at timestamptz); grant all on updates_of_${table} to public`,
  )
  await app.database.pool
    .query(`create or replace function note_${table}() returns trigger language plpgsql as
    $$ begin insert into updates_of_${table} values (now()); return null; end $$`)
  await app.database.pool.query(
    `create trigger note_${table} after update on ${table} for each row execute function note_${table}()`,
  )
  onTestFinished(async () => {
    await app.database.pool.query(`drop trigger note_${table} on ${table}`)
    await app.database.pool.query(`drop table updates_of_${table}`)
  })
  return () => count(`updates_of_${table}`, [])
}

// Runs first, since the audit after each test covers what later ones insert.
describe('the samples of a delivery', () => {
  /** Stores an answer as if the orders had been placed that many seconds ago. */
  async function landAt(asked: readonly PolledOrder[], seconds: number, answer: PanelOrderAnswer) {
    const since = `now() - make_interval(secs => ${seconds})`
    const ids = asked.map(({ order_id: id }) => id)
    await app.ctx.pool.query(`update orders set created_at = ${since} where id = any($1)`, [ids])
    await landStatuses(app.ctx, asked, sayOfAll(asked, answer))
  }

  async function samplesOf(asked: readonly PolledOrder[]): Promise<(number[] | null)[]> {
    const { rows } = await app.ctx.pool.query<{ samples: number[] | null }>(
      'select samples from orders where id = any($1) order by id',
      [asked.map(({ order_id: id }) => id)],
    )
    return rows.map(({ samples }) => samples)
  }

  test('are at most 32 samples that keep its shape, in the same update as the figure', async () => {
    const { asked } = await makeAsked({ orders: 1, customers: 1, status: 'PENDING' })
    // Delivers three percent every 10 s, then nothing for a long time, then the rest.
    const deliveredBy = (at: number) =>
      at <= 100 ? at * 3 : at <= 500 ? 300 : Math.round(300 + (at - 500) * 1.75)
    const told: [at: number, delivered: number][] = []
    const changes = await countUpdates('orders')
    for (let at = 10; at <= 900; at += 10) {
      const delivered = deliveredBy(at)
      told.push([at, delivered])
      const word = delivered === 1000 ? 'COMPLETED' : 'PROCESSING'
      await landAt(asked, at, said(word, { remains: 1000 - delivered }))
    }
    // Every second change is the test's own; without an event the order was left unchanged.
    const events = told.filter(([, delivered], at) => delivered !== told[at - 1]?.[1]).length
    expect(await changes()).toBe(told.length + events)
    const [samples] = await samplesOf(asked)
    const kept = Array.from({ length: (samples?.length ?? 0) / 2 }, (_, at) =>
      samples?.slice(at * 2, at * 2 + 2),
    )
    expect(kept.length).toBe(32)
    expect([kept[0], kept.at(-1)]).toEqual([
      [10, 30],
      [900, 1000],
    ])
    for (const [at, delivered] of told) expect(Math.abs(valueAt(kept, at) - delivered)).toBeLessThan(20)
  })

  test('are not stored for changes below a hundredth, nor for the count of a cancellation', async () => {
    const { asked } = await makeAsked({ orders: 2, customers: 1, status: 'PENDING' })
    await landAt(asked, 10, said('PENDING', { remains: 1000, startCount: 5 }))
    expect(await samplesOf(asked)).toEqual([null, null])
    await landAt(asked, 20, said('PROCESSING', { remains: 1000 }))
    await landAt(asked, 30, said('PROCESSING', { remains: 991 }))
    await landAt(asked, 40, said('PROCESSING', { remains: 985 }))
    const [one, other] = asked
    if (one === undefined || other === undefined) throw new Error('nothing is asked about')
    await landAt([one], 50, said('CANCELED', { remains: 0, charge: '0' }))
    await landAt([other], 50, said('PARTIAL', { remains: 400 }))
    const both = await samplesOf([one, other].toSorted((a, b) => Number(a.order_id - b.order_id)))
    expect(both.toSorted((a, b) => (a?.length ?? 0) - (b?.length ?? 0))).toEqual([
      [20, 0, 40, 15],
      [20, 0, 40, 15, 50, 600],
    ])
  })
})

describe('status answers about many orders', () => {
  test('is one update of each order and one of each customer', async () => {
    const { asked, userIds } = await makeAsked({ orders: 90, customers: 3, status: 'PENDING' })
    const [orders, accounts] = [await countUpdates('orders'), await countUpdates('accounts')]
    await landStatuses(app.ctx, asked, sayOfAll(asked, said('COMPLETED')))
    expect([await orders(), await accounts()]).toEqual([90, 3])
    expect(await eventsOf(userIds, 'COMPLETED')).toBe(90)
    expect(await count("notifications where user_id = any($1) and code = 'order_completed'", [userIds])).toBe(
      90,
    )
    expect(await count('poll_queue where user_id = any($1)', [userIds])).toBe(0)
    expect(
      await count("orders where user_id = any($1) and status = 'COMPLETED' and remains = 0", [userIds]),
    ).toBe(90)
  })

  test('is one update of each customer with refunds too, and an open review next to it stays', async () => {
    const { asked, userIds } = await makeAsked({ orders: 90, customers: 3 })
    const words = [
      said('PARTIAL', { remains: 400 }),
      said('CANCELED', { charge: '0', remains: 0 }),
      said('CANCELED', { remains: 0, charge: '0.9' }),
    ]
    const accounts = await countUpdates('accounts')
    await landStatuses(
      app.ctx,
      asked,
      new Map(asked.map(({ provider_ref: ref }, at) => [ref, words[at % 3] ?? said(undefined)])),
    )
    expect(await accounts()).toBe(3)
    const back = (of: string, refunded: string) =>
      count(`orders where user_id = any($1) and ${of} and refunded = ${refunded}`, [userIds])
    expect(await back("status = 'PARTIAL'", 'price * 400 / quantity')).toBe(30)
    expect(await back("status = 'CANCELED'", 'price')).toBe(30)
    expect(await back("status = 'PROCESSING' and review_code = 'canceled_nothing_remains'", '0')).toBe(30)
    const lines = await app.ctx.pool.query<{ fits: boolean }>(
      `select balance_after = sum(case when to_account = 'customer' then amount else -amount end)
         over (partition by user_id order by seq) as fits
       from transactions where user_id = any($1)`,
      [userIds],
    )
    expect(lines.rows.filter(({ fits }) => !fits)).toEqual([])
    const told = (code: string) =>
      count('notifications where user_id = any($1) and code = $2', [userIds, code])
    expect([await told('order_partial'), await told('order_canceled')]).toEqual([30, 30])
    expect(await count("order_events where user_id = any($1) and type = 'refund'", [userIds])).toBe(60)
  })

  test('changes nothing twice, however often, late, out of order and concurrently it is written', async () => {
    const { asked, userIds } = await makeAsked({ orders: 60, customers: 6, status: 'PENDING' })
    const words = ['PROCESSING', 'COMPLETED', 'PENDING', 'COMPLETED', 'PROCESSING', undefined] as const
    await Promise.all(
      words.flatMap((word) =>
        [app, other].map(({ ctx }) => landStatuses(ctx, asked, sayOfAll(asked, said(word)))),
      ),
    )
    for (const word of words) await landStatuses(other.ctx, asked, sayOfAll(asked, said(word)))
    expect(await eventsOf(userIds, 'COMPLETED')).toBe(60)
    expect(await eventsOf(userIds, 'PENDING')).toBe(0)
    expect(await eventsOf(userIds, 'PROCESSING')).toBeLessThanOrEqual(60)
    expect(await count('notifications where user_id = any($1)', [userIds])).toBe(60)
    expect(await count("orders where user_id = any($1) and status = 'COMPLETED'", [userIds])).toBe(60)
  })

  test('comes before or after what staff decide of an order, and never both', async () => {
    const { asked, userIds } = await makeAsked({ orders: 80, customers: 4 })
    const refunds = asked.map(({ user_id: userId, order_id: id }) =>
      transact(other.ctx, (tx, publish) =>
        moveOrder(tx, publish, { userId, id, from: ['PROCESSING'], to: 'REFUNDED', refund: { of: 'left' } }),
      ),
    )
    const chunks = [0, 20, 40, 60].map((at) => asked.slice(at, at + 20))
    const word = (at: number) => (at === 3 ? said('CANCELED', { charge: '0' }) : said('COMPLETED'))
    await Promise.all([
      ...chunks.map((chunk, at) => landStatuses(app.ctx, chunk, sayOfAll(chunk, word(at)))),
      ...refunds,
    ])
    const refunded = (await Promise.all(refunds)).filter(Boolean).length
    const ended = (await eventsOf(userIds, 'COMPLETED')) + (await eventsOf(userIds, 'CANCELED'))
    expect(ended).toBe(80 - refunded)
    expect(await count("orders where user_id = any($1) and status = 'REFUNDED'", [userIds])).toBe(refunded)
    expect(await count('poll_queue where user_id = any($1)', [userIds])).toBe(0)
  })

  test('never deadlocks: neither with other answers nor with orders being placed', async () => {
    const deadlocks = () =>
      app.ctx.pool
        .query<{ deadlocks: number }>(
          'select deadlocks::int from pg_stat_database where datname = current_database()',
        )
        .then(({ rows }) => rows[0]?.deadlocks)
    const before = await deadlocks()
    const { asked, userIds } = await makeAsked({ orders: 900, customers: 30 })
    const service = await makeService(app.ctx, { rate: '0.01' })
    const body = { service_id: service.id, link: 'https://example.com/beside', quantity: 100 }
    const place = async () => {
      for (let round = 0; round < 10; round += 1)
        await Promise.all(userIds.toReversed().map((userId) => placeOrder(other.ctx, { userId, body })))
    }
    const land = async ({ ctx }: TestApp, half: readonly PolledOrder[]) => {
      for (let at = 0; at < half.length; at += 50) {
        const chunk = half.slice(at, at + 50)
        await landStatuses(ctx, chunk, sayOfAll(chunk, said('COMPLETED')))
      }
    }
    await Promise.all([place(), land(app, asked.slice(0, 450)), land(other, asked.slice(450))])
    await app.ctx.pool.query('select pg_stat_force_next_flush()').catch(() => undefined)
    expect(await eventsOf(userIds, 'COMPLETED')).toBe(900)
    expect(await deadlocks()).toBe(before)
  })

  test('fails, and ends no process, while the database is unreachable', async () => {
    const { asked, userIds } = await makeAsked({ orders: 4, customers: 1 })
    const pool = makePool({ url: 'postgresql://127.0.0.1:1/nothing', max: 2 })
    onTestFinished(() => pool.end())
    const away = { ...app.ctx, pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) }
    const words = ['COMPLETED', 'PARTIAL', 'CANCELED', 'COMPLETED'] as const
    const answers = new Map(asked.map(({ provider_ref: ref }, at) => [ref, said(words[at])]))
    await expect(landStatuses(away, asked, answers)).rejects.toThrow('ECONNREFUSED')
    await landStatuses(app.ctx, asked, answers)
    expect(await eventsOf(userIds, 'COMPLETED')).toBe(2)
  })

  test('postpones no poll that was requested meanwhile', async () => {
    const { asked } = await makeAsked({ orders: 1, customers: 1 })
    const [check] = asked
    if (check === undefined) throw new Error('nothing is asked about')
    const key = { userId: check.user_id, id: check.order_id }
    await transact(app.ctx, (tx) => beginCancelRequest(tx, key))
    await landStatuses(app.ctx, asked, sayOfAll(asked, said('PROCESSING', { remains: 5 })))
    const [kept] = await listAsked(check.provider_id)
    expect(kept?.due_at.getTime()).toBeLessThan(Date.now() + 3_000)
    expect(kept?.age_seconds).toBeLessThan(60)
    expect(await count('orders where user_id = $1 and remains = 5', [check.user_id])).toBe(1)
  })

  test('keeps the highest charge while the order was open, and the pieces of a package, from the first answer', async () => {
    const { asked, userIds } = await makeAsked({ orders: 2, customers: 1, status: 'PENDING' })
    await app.ctx.pool.query("update orders set service_type = 'Package' where user_id = any($1)", [userIds])
    for (const [remains, charge] of [
      [700, '0.4'],
      [500, '0.9'],
      [400, '0.8'],
    ] as const)
      await landStatuses(app.ctx, asked, sayOfAll(asked, said('PENDING', { remains, charge })))
    const { rows } = await app.ctx.pool.query(
      'select pieces, charge::float8, open_charge::float8, charge_currency from order_attempts where user_id = any($1)',
      [userIds],
    )
    const kept = { pieces: 700n, charge: 0.8, open_charge: 0.9, charge_currency: 'USD' }
    expect(rows).toEqual([kept, kept])
  })

  // Last, since the audit after each test covers what earlier ones insert.
  test('is written as quickly when nothing has been analyzed yet, and when the database believes its tables to be empty, which have just filled', async () => {
    const { asked } = await makeAsked({ orders: 12_000, customers: 200 })
    const landMs = async (some: readonly PolledOrder[]) => {
      const begun = performance.now()
      const half = sayOfAll(some.slice(250), said('PARTIAL', { remains: 7 }))
      await landStatuses(
        app.ctx,
        some,
        new Map([...sayOfAll(some, said('PROCESSING', { remains: 7 })), ...half]),
      )
      return performance.now() - begun
    }
    const notAnalyzed = await landMs(asked.slice(0, 500))
    await app.database.pool.query(`update pg_class set reltuples = 0, relpages = 1 where oid in
      (select unnest(array[indrelid, indexrelid]) from pg_index
       where indrelid in ('poll_queue'::regclass, 'orders'::regclass, 'order_attempts'::regclass))`)
    const believedEmpty = await landMs(asked.slice(500, 1_000))
    // The audit has no such planner settings.
    await app.database.pool.query('analyze')
    // About 30 ms; a plan that scans the queue for each order takes 5 s to 10 s.
    expect(notAnalyzed).toBeLessThan(3_000)
    expect(believedEmpty).toBeLessThan(3_000)
  }, 60_000)
})

/** Interpolates linearly between samples. */
function valueAt(points: readonly (number[] | undefined)[], at: number): number {
  const next = points.findIndex((point) => (point?.[0] ?? 0) >= at)
  const [x1 = 0, y1 = 0] = points[Math.max(0, next - 1)] ?? []
  const [x2 = 0, y2 = 0] = points[next] ?? []
  return x1 === x2 ? y2 : y1 + ((at - x1) / (x2 - x1)) * (y2 - y1)
}
