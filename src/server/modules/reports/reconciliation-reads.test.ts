import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRowsOfTxs } from '#test/count-rows.ts'
import { makeProvider, makeUser } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'

import { readReconciliation } from './read-reconciliation.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

test('a day reads its own orders and deposits, once each', async () => {
  const { pool } = app.database
  const { id: providerId } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
  await fillPolled(app.ctx.pool, { providerId, orders: 4_000, customers: 20 })
  // All but the newest hundred are from another day.
  await pool.query(
    `update order_attempts set finished_at = finished_at - interval '40 days'
     where order_id < (select max(order_id) - 99 from order_attempts)`,
  )
  const { id: userId } = await makeUser(app.ctx)
  await pool.query(
    `insert into deposits (user_id, reference, gateway, payment_method, amount, status, answered_at, review_code, review_details)
     select $1, 'reference-' || n, 'cryptomus', 'cryptomus', 1, 'review', now() - case when n > 5 then interval '40 days' else '0' end,
       'never_finished', '{}' from generate_series(1, 3000) n`,
    [userId],
  )
  await pool.query('analyze')
  const day = new Date().toISOString().slice(0, 10)
  const read = (table: 'orders' | 'deposits') =>
    countRowsOfTxs(app.ctx.db, {
      tables: [table],
      work: async (db) => {
        const { providers } = await readReconciliation({ ...app.ctx, db }, day)
        expect(providers.find(({ provider_id: id }) => id === providerId)?.orders).toBe(100)
      },
    })
  expect(await read('orders')).toBe(100)
  expect(await read('deposits')).toBeLessThanOrEqual(20)
})
