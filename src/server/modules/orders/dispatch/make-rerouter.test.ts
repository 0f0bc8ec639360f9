import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Context } from '#server/context.ts'
import { listQueues } from '#server/modules/operations/health/health-queries.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { countRows } from '#test/count-rows.ts'
import { makeProvider, makeService, makeUser } from '#test/factories.ts'
import { fillQueued } from '#test/fill-orders.ts'

import { makeRerouter, type Rerouter } from './make-rerouter.ts'

let app: TestApp
let ctx: Context
beforeAll(async () => {
  app = await makeTestApp()
  ctx = app.ctx
})
afterAll(async () => {
  await auditMoney(ctx)
  await app.drop()
})

const MANY = 1_200
const url = 'https://panel.example.com/api/v2'
const newProvider = async () => (await makeProvider(ctx, { url })).id
const pause = (id: number, until: Date | null = new Date('2100-01-01')) =>
  ctx.db.updateTable('providers').set({ sending_paused_until: until }).where('id', '=', id).execute()

/** Orders queued at a provider, all of one service, due `secondsAgo`. */
async function queue(providerId: number, { orders, secondsAgo }: { orders: number; secondsAgo: number }) {
  const userIds = await fillQueued(ctx.pool, { providerId, orders, customers: 1 })
  await ctx.pool.query(
    `update dispatch_queue set due_at = now() - make_interval(secs => $2) + order_id % 2000 * interval '1 millisecond'
     where user_id = any($1)`,
    [userIds, secondsAgo],
  )
  const places = async () =>
    ctx.db.selectFrom('dispatch_queue').selectAll().where('user_id', 'in', userIds).execute()
  const countAt = async (at: number | null) => (await places()).filter((row) => row.provider_id === at).length
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select service_id as id from orders where user_id = any($1) limit 1',
    [userIds],
  )
  return { userIds, countAt, serviceId: rows[0]?.id ?? 0 }
}

async function supply(serviceId: number, providerId: number, cost: bigint) {
  const own = { provider_service: `s${serviceId}`, cost_rate: cost, priority: 2 }
  await ctx.db
    .insertInto('supplies')
    .values({ service_id: serviceId, provider_id: providerId, ...own })
    .execute()
}

/** Like an operator who changes the catalogue with SQL. */
const raiseVersion = () => ctx.pool.query('update catalogue_version set version = version + 1')

/** Queue rows that were rewritten, and rows read. */
async function countRewritten(work: () => Promise<unknown>): Promise<number> {
  const versions = async () =>
    new Map(
      (
        await ctx.pool.query<{ id: string; version: string }>(
          'select order_id::text as id, xmin::text as version from dispatch_queue',
        )
      ).rows.map(({ id, version }) => [id, version]),
    )
  const before = await versions()
  await work()
  return [...(await versions())].filter(([id, version]) => before.get(id) !== version).length
}

const readBy = (rerouter: (own: Context) => Rerouter, warmUp = 0) =>
  countRows(ctx.db, {
    tables: ['dispatch_queue'],
    work: async (db) => {
      const own = rerouter({ ...ctx, db })
      for (let round = 0; round <= warmUp; round += 1) await own.round()
    },
  })

test('an order that must stay at a paused provider keeps nothing behind it there, and is checked once', async () => {
  const [paused, open] = [await newProvider(), await newProvider()]
  const staying = await queue(paused, { orders: MANY, secondsAgo: 60 })
  const behind = await queue(paused, { orders: 3, secondsAgo: 30 })
  // Costs more than the first orders paid, and less than later ones did.
  await supply(staying.serviceId, open, 1_300_000n)
  await supply(behind.serviceId, open, 1_100_000n)
  await pause(paused)
  const rerouter = makeRerouter(ctx)
  expect(await countRewritten(() => rerouter.round())).toBe(3)
  expect([await staying.countAt(paused), await behind.countAt(open)]).toEqual([MANY, 3])

  expect(await countRewritten(() => rerouter.round())).toBe(0)
  const once = await readBy(makeRerouter)
  const tenTimes = await readBy(makeRerouter, 9)
  expect(once).toBeGreaterThanOrEqual(MANY)
  // Each of nine more rounds reads only the last row of the previous one.
  expect(tenTimes - once).toBeLessThan(100)
})

test('orders queued later at a paused provider are checked too, and all again once another provider resumes', async () => {
  const [paused, other] = [await newProvider(), await newProvider()]
  await pause(paused)
  await pause(other)
  const first = await queue(paused, { orders: MANY, secondsAgo: 60 })
  await supply(first.serviceId, other, 1_100_000n)
  const rerouter = makeRerouter(ctx)
  await rerouter.round()
  expect(await first.countAt(paused)).toBe(MANY)
  await pause(other, null)
  await rerouter.round()
  expect(await first.countAt(other)).toBe(MANY)

  const late = await queue(paused, { orders: 2, secondsAgo: 0 })
  await supply(late.serviceId, other, 1_100_000n)
  await raiseVersion()
  await rerouter.round()
  const later = await ctx.pool.query(
    `update dispatch_queue set provider_id = $1, supply_id = (select id from supplies where provider_id = $1 and service_id = $2),
       due_at = now() where user_id = any($3)`,
    [paused, late.serviceId, late.userIds],
  )
  expect(later.rowCount).toBe(2)
  await rerouter.round()
  expect(await late.countAt(other)).toBe(2)
})

test('orders delivered by hand have no due time, and none is rewritten until one can be sent', async () => {
  const { id: userId } = await makeUser(ctx, { balance: '100' })
  const byHand = await makeService(ctx)
  const body = { service_id: byHand.id, link: 'https://example.com/hand', quantity: 100 }
  const due = async () => (await listQueues(ctx.db)).find(({ queue: name }) => name === 'dispatch')?.due
  const dueBefore = await due()
  await placeOrder(ctx, { userId, body })
  await Promise.all(Array.from({ length: 8 }, () => placeOrder(ctx, { userId, body })))
  const placed = () =>
    ctx.db
      .selectFrom('dispatch_queue')
      .innerJoin('orders', 'orders.id', 'dispatch_queue.order_id')
      .select(['due_at', 'dispatch_queue.provider_id', 'review_code'])
      .where('orders.user_id', '=', userId)
      .execute()
  const waiting = { due_at: null, provider_id: null, review_code: 'no_provider' }
  expect(await placed()).toEqual(Array.from({ length: 9 }, () => waiting))
  expect(await due()).toBe(dueBefore)

  const provider = await newProvider()
  const rerouter = makeRerouter(ctx)
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) await rerouter.round()
  }
  await rounds(1)
  const unsupplied = await queue(await newProvider(), { orders: MANY, secondsAgo: 60 })
  await ctx.pool.query('update supplies set is_active = false where service_id = $1', [unsupplied.serviceId])
  await ctx.pool.query(
    'update dispatch_queue set provider_id = null, supply_id = null where user_id = any($1)',
    [unsupplied.userIds],
  )
  expect(await countRewritten(() => rounds(1))).toBe(MANY)
  await raiseVersion()
  expect(await countRewritten(() => rounds(3))).toBe(0)

  await supply(unsupplied.serviceId, provider, 1_100_000n)
  expect(await countRewritten(() => rounds(1))).toBe(0)
  await raiseVersion()
  expect(await countRewritten(() => rounds(1))).toBe(MANY)
  expect(await unsupplied.countAt(provider)).toBe(MANY)
  expect(await placed()).toEqual(Array.from({ length: 9 }, () => waiting))
})
