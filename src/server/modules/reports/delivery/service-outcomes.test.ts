import { afterAll, beforeAll, expect, test } from 'vitest'

import { getServiceOutcomes } from '#contract/catalogue/delivery.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { makeProvider, makeUser } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'

import { countOutcomes, readServiceOutcomes as readOutcomes } from './service-outcomes.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const MINUTE_MS = 60_000
const began = Date.parse('2026-01-05T10:00:00Z')
const slice = { from: new Date(began), until: new Date(began + 60 * MINUTE_MS), day: '' }

type Order = { user_id: number; id: string; service_id: number }

async function makeOrders(orders: number): Promise<{ serviceId: number; orders: Order[] }> {
  const { id: providerId } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
  await fillPolled(app.ctx.pool, { providerId, orders, customers: 2, status: 'PENDING' })
  const { rows } = await app.ctx.pool.query<Order>(
    'select user_id, id, service_id from orders where provider_id = $1 order by id',
    [providerId],
  )
  return { serviceId: rows[0]?.service_id ?? 0, orders: rows }
}

async function end({ user_id: userId, id }: Order, statuses: readonly string[], minute = 1): Promise<void> {
  for (const to of statuses)
    await app.database.pool.query(
      `insert into order_events (user_id, order_id, type, details, created_at) values ($1, $2, 'status', $3, $4)`,
      [userId, id, { to }, new Date(began + minute * MINUTE_MS)],
    )
}

const count = () => transact(app.ctx, (tx) => countOutcomes(tx, slice))

test('completed orders are counted once each, and nothing is shown below ten', async () => {
  const { serviceId, orders } = await makeOrders(12)
  const { token } = await makeUser(app.ctx)
  const read = async () =>
    (await app.call(getServiceOutcomes, { token, query: { ids: `${serviceId},999999` } })).body.outcomes
  for (const order of orders.slice(0, 9)) await end(order, ['PROCESSING', 'COMPLETED'])
  await count()
  expect(await read()).toEqual([])

  await app.database.pool.query('truncate service_outcomes')
  const [tenth, eleventh, last] = orders.slice(9)
  if (tenth === undefined || eleventh === undefined || last === undefined) throw new Error('twelve were made')
  await end(tenth, ['CANCELED'])
  // Its refill is completed later: it ended as partial.
  await end(eleventh, ['PARTIAL', 'REFILL', 'COMPLETED'])
  await end(last, ['PROCESSING'])
  await count()
  expect(await read()).toEqual([{ service_id: serviceId, completed: 9, ended: 11 }])
  expect((await app.call(getServiceOutcomes, { query: { ids: '1' } })).status).toBe(401)
})

test('an order canceled before a provider took it says nothing about the service', async () => {
  const { serviceId, orders } = await makeOrders(13)
  for (const order of orders.slice(0, 10)) await end(order, ['COMPLETED'])
  const [taken, ...untaken] = orders.slice(10)
  if (taken === undefined) throw new Error('thirteen were made')
  await end(taken, ['CANCELED'])
  for (const order of untaken) {
    await app.database.pool.query('delete from order_attempts where user_id = $1 and order_id = $2', [
      order.user_id,
      order.id,
    ])
    await end(order, ['CANCELED'])
  }
  await count()
  expect(await readOutcomes(app.ctx.db, [serviceId])).toEqual([
    { service_id: serviceId, completed: 10, ended: 11 },
  ])
})

test('the last 200 orders count, and reading sixteen services takes a few blocks each', async () => {
  const { serviceId, orders } = await makeOrders(230)
  for (const [at, order] of orders.entries())
    await end(order, [at < 40 ? 'FAILED' : 'COMPLETED'], at < 150 ? 2 : 70)
  await count()
  const later = { ...slice, from: slice.until, until: new Date(began + 120 * MINUTE_MS) }
  await transact(app.ctx, (tx) => countOutcomes(tx, later))
  const [kept] = await readOutcomes(app.ctx.db, [serviceId])
  // Of 230, the first thirty, which failed, are dropped.
  expect(kept).toEqual({ service_id: serviceId, completed: 190, ended: 200 })

  await app.database.pool.query(
    `insert into service_outcomes select at, array_fill(true, array[200]) from generate_series(100000, 109999) at`,
  )
  const ids = Array.from({ length: 16 }, (_, at) => 100_000 + at * 600)
  const blocks = await countBlocks(app.ctx.db, {
    table: 'service_outcomes',
    work: (db) => readOutcomes(db, ids),
  })
  expect(blocks).toBeLessThanOrEqual(16 * 4)
})
