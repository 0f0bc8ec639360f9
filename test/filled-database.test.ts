import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffActions } from '#contract/audit-log/audit-log.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { getTicket, listTickets } from '#contract/support/tickets.ts'
import { login } from '#contract/users/auth.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { makeDayCounter } from '#server/modules/reports/counting/count-days.ts'
import { startWorker } from '#server/worker.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { makeService } from './factories.ts'

/** What an earlier version left: a month of the demo, staff and a ticket (scripts/take-fixture.ts). */
const fixture = join(import.meta.dirname, 'fixtures/filled.sql')
const SECRET_KEY = 'the key of a fixture, of no use elsewhere'
const password = 'password-of-the-fixture'

let app: TestApp
let worker: ReturnType<typeof startWorker>
let call: TestApp['call']
beforeAll(async () => {
  app = await makeTestApp({ env: { SECRET_KEY } })
  await app.database.pool.query(await readFile(fixture, 'utf8'))
  const product = await app.another()
  worker = startWorker(product.ctx)
  call = product.call
})
afterAll(async () => {
  await worker.stop()
  await app.drop()
})

const signIn = async (email: string) => (await call(login, { body: { email, password } })).body.token

const broken = async () =>
  (await checkInvariants(app.database.url)).filter(({ violations }) => violations > 0)

test('the product starts on it: its customer signs in, finds everything and orders', async () => {
  const token = await signIn('demo@example.com')
  const { orders } = (await call(listOrders, { token, query: { limit: '100' } })).body
  const statuses = new Set(orders.map(({ status }) => status))
  expect(statuses.isSupersetOf(new Set(['COMPLETED', 'PARTIAL', 'CANCELED']))).toBe(true)
  const { transactions, summary } = (await call(listTransactions, { token, query: { limit: '200' } })).body
  expect(transactions.length).toBeGreaterThan(70)
  expect(summary.balance).toBe(summary.totalDeposits - summary.totalOrders + summary.refundsAndBonuses)
  const [ticket] = (await call(listTickets, { token })).body.tickets
  const shown = (await call(getTicket, { token, params: { id: ticket?.id ?? 0 } })).body.ticket
  expect(shown.messages).toHaveLength(2)
  const service = await makeService(app.ctx, { rate: '1' })
  const body = { service_id: service.id, link: 'https://example.com/after', quantity: 100 }
  expect((await call(createOrder, { token, body })).status).toBe(201)
})

test('its staff sign in and read the audit log', async () => {
  const token = await signIn('ann@example.com')
  const { actions } = (await call(listStaffActions, { token })).body
  expect(actions.map(({ action }) => action)).toContain('user.update')
})

test('every invariant holds, also after old rows are deleted and its days are counted', async () => {
  expect(await broken()).toEqual([])
  await deleteOldRows(app.ctx)
  const count = makeDayCounter(app.ctx)
  const until = async () => {
    await count()
    const { rows } = await app.ctx.pool.query(
      "select counted_until > now() - interval '1 hour' as done from daily_progress",
    )
    return rows[0]?.done
  }
  await expect.poll(until, { timeout: 60_000, interval: 0 }).toBe(true)
  expect(await broken()).toEqual([])
})
