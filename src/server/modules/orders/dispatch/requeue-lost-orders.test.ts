import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRowsOfTxs } from '#test/count-rows.ts'
import { makeProvider } from '#test/factories.ts'
import { fillPolled, fillQueued } from '#test/fill-orders.ts'

import { requeueLostOrders } from './requeue-lost-orders.ts'

const [QUEUED, UNDER_WAY] = [500, 10_000]

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

test('every lost order of many pending ones is queued again, and only those are read', async () => {
  const { pool } = app.ctx
  const { id: providerId } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
  await fillQueued(pool, { providerId, orders: QUEUED, customers: 5 })
  await fillPolled(pool, { providerId, orders: UNDER_WAY, customers: 5 })
  await app.database.pool.query('analyze orders, dispatch_queue')
  // The first, the last, and one in between.
  const { rows: lost } = await pool.query<{ order_id: bigint }>(
    `delete from dispatch_queue where order_id in (
       select order_id from (select order_id, row_number() over (order by order_id) as place from dispatch_queue) entry
       where place in (1, 200, $1)) returning order_id`,
    [QUEUED],
  )
  expect(lost).toHaveLength(3)
  const log = { ...app.ctx.log, error: () => undefined } as unknown as typeof app.ctx.log
  const rows = await countRowsOfTxs(app.ctx.db, {
    tables: ['orders'],
    work: (db) => requeueLostOrders({ ...app.ctx, db, log }),
  })
  expect(rows).toBeLessThan(QUEUED + 100)
  const { rows: found } = await pool.query<{ count: number }>(
    'select count(*)::int as count from dispatch_queue where order_id = any ($1)',
    [lost.map((row) => row.order_id)],
  )
  expect(found[0]?.count).toBe(3)
})
