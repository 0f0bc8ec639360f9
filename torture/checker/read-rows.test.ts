import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import type { Query } from '#torture/run/open-database.ts'

import { listOverdue } from './find-stuck.ts'
import { readRows } from './read-rows.ts'

let app: TestApp
let user: TestUser
let query: Query

beforeAll(async () => {
  app = await makeTestApp()
  user = await makeUser(app.ctx, { balance: '100' })
  const { id: providerId } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1', slug: 'one' })
  const service = await makeService(app.ctx, { rate: '1', supply: { providerId, service: '1' } })
  const body = { service_id: service.id, link: 'https://example.com/rows', quantity: 1_000 }
  const headers = { 'idempotency-key': 'k-1' }
  await app.call(createOrder, { token: user.token, body, headers })
  await app.database.pool.query(
    `insert into deposits (user_id, reference, gateway, payment_method, amount, due_at)
     values ($1, 'r', 'cryptomus', 'cryptomus', 500000000, now())`,
    [user.id],
  )
  await app.database.pool.query(
    `insert into gateway_events (gateway, reference, body) values ('cryptomus', 'r', '{}')`,
  )
  query = async (sql, values) => (await app.database.pool.query(sql, values)).rows
})
afterAll(() => app.drop())
beforeEach(async () => {
  await query('delete from poll_queue')
  await query(`update orders set status = 'PENDING', dispatch = 'queued',
    provider_id = (select id from providers where slug = 'one'), provider_order = '7'`)
  await query('update dispatch_queue set due_at = now(), token = null, lease_until = null')
  await query('update providers set reading_paused_until = null')
  await query('update deposits set due_at = now()')
  await query('update gateway_events set due_at = now(), processed_at = null, failed_at = null')
})

test('reads orders, the ledger, balances and deposits in one snapshot', async () => {
  const { orders, entries, balances, deposits, services, supplies } = await readRows(query)
  expect(orders).toMatchObject([
    {
      userId: user.id,
      key: 'k-1',
      quantity: 1_000,
      price: usd('1'),
      refunded: 0n,
      provider: 'one',
      providerOrder: '7',
    },
  ])
  expect(entries).toMatchObject([
    { type: 'bonus', signed: usd('100'), byStaff: true },
    { type: 'order', signed: -usd('1'), orderId: orders[0]?.id },
  ])
  expect(balances).toEqual([{ userId: user.id, balance: usd('99') }])
  expect(deposits).toMatchObject([{ userId: user.id, reference: 'r', amount: usd('5') }])
  expect(services).toMatchObject([{ id: orders[0]?.serviceId, rate: usd('1') }])
  expect(supplies).toMatchObject([{ provider: 'one', providerService: '1' }])
  expect(await listOverdue(query)).toEqual([])
})

const past = "now() - interval '2 minutes'"
const acceptedAndDue = (at: string) => `with accepted as (update orders set dispatch = 'accepted' returning *)
  insert into poll_queue (user_id, order_id, kind, provider_id, provider_ref, due_at)
  select user_id, id, 'order', provider_id, provider_order, ${at} from accepted`
test.each([
  [`update dispatch_queue set due_at = ${past}`, /is queued and was due/],
  [`update dispatch_queue set token = gen_random_uuid(), lease_until = ${past}`, /is sending and was due/],
  [
    `with held as (update dispatch_queue set token = gen_random_uuid(), lease_until = ${past})
     update orders set dispatch = 'unknown'`,
    /is unknown and was due/,
  ],
  ["update orders set dispatch = 'accepted'", /at its provider and is asked about at no time/],
  [acceptedAndDue(past), /at its provider and is asked about at 20/],
  ["update orders set status = 'REFILL', dispatch = 'accepted'", /nobody asks about it/],
  [`update deposits set due_at = ${past}`, /deposit r is pending/],
  ["update deposits set due_at = now() + interval '1 hour'", /deposit r is pending .* as late as/],
  [`update gateway_events set due_at = ${past}`, /webhook \d+ of the gateway waits/],
  [
    'update gateway_events set due_at = null, processed_at = now(), failed_at = now()',
    /a job of gateway_events has failed/,
  ],
])('reports an item that waits without a next time: %s', async (change, said) => {
  await query(change)
  expect(await listOverdue(query)).toEqual([{ place: expect.any(String), what: expect.stringMatching(said) }])
})

test('orders at a paused provider wait for the end of the pause', async () => {
  await query(acceptedAndDue(past))
  await query("update providers set reading_paused_until = now() + interval '1 minute'")
  expect(await listOverdue(query)).toEqual([])
})

test('an order whose queue entry is claimed is being sent, and is not overdue', async () => {
  const dispatch = async () => (await readRows(query)).orders.map((order) => order.dispatch)
  expect(await dispatch()).toEqual(['queued'])
  await query(
    "update dispatch_queue set token = gen_random_uuid(), lease_until = now() + interval '1 minute'",
  )
  expect(await dispatch()).toEqual(['sending'])
})
