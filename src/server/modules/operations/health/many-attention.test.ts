import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ATTENTION_COUNTED_MAX, getAttention } from '#contract/operations/attention.ts'
import { getStats } from '#contract/reports/reports.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { countOrdersForAttention } from '#server/modules/orders/admin/list-admin-orders.ts'
import { countDepositsForAttention } from '#server/modules/payments/admin/list-deposits.ts'
import { countWaitingTickets } from '#server/modules/support/tickets/read-tickets.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeProvider, makeUser } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'

let app: TestApp
let admin: { id: number; token: string }
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

const WAITING = 3_000

/** As after an outage: all need review. */
async function fillWaiting() {
  const { id: providerId } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
  await fillPolled(app.ctx.pool, { providerId, orders: WAITING, customers: 10 })
  const { pool } = app.database
  await pool.query(`update orders set review_code = 'unknown_status', review_details = '{"status":"?"}'`)
  await pool.query(
    `insert into deposits (user_id, reference, gateway, payment_method, amount, status, review_code, review_details)
     select $1, 'r' || n, 'cryptomus', 'cryptomus', 5, 'review', 'note', '{"text":"?"}' from generate_series(1, $2::int) n`,
    [admin.id, WAITING],
  )
  await pool.query(
    `insert into tickets (user_id, subject, category, status, last_sender)
     select $1, 'S', 'Other', 'open', 'user' from generate_series(1, $2::int)`,
    [admin.id, WAITING],
  )
  await pool.query('analyze orders, deposits, tickets')
}

test('counting what waits for staff reads no more rows than it counts, and the stats show all of it', async () => {
  await fillWaiting()
  const tables = ['orders', 'deposits', 'tickets'] as const
  const counts = [countOrdersForAttention, countDepositsForAttention, countWaitingTickets]
  for (const count of counts) {
    const work = (db: Kysely<DB>) => count({ db }, ATTENTION_COUNTED_MAX)
    expect(await work(app.ctx.db)).toBe(ATTENTION_COUNTED_MAX)
    expect(await countRows(app.ctx.db, { tables, work })).toBeLessThanOrEqual(ATTENTION_COUNTED_MAX)
  }
  const { attention } = (await app.call(getAttention, { token: admin.token })).body
  const told = Object.fromEntries(attention.map(({ code, count }) => [code, count]))
  const [orders, deposits, tickets] = counts.map(() => ATTENTION_COUNTED_MAX)
  expect(told).toMatchObject({ orders, deposits, tickets })

  const stats = async () => (await app.call(getStats, { token: admin.token })).body.data
  expect(await stats()).toMatchObject({ inReview: WAITING, depositsInReview: WAITING })
  await app.database.pool.query('update orders set review_code = null, review_details = null where seq > 1')
  // A small number is exact again immediately.
  expect(await stats()).toMatchObject({ inReview: 10, depositsInReview: WAITING })
})
