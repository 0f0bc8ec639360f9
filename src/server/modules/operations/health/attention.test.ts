import { afterAll, beforeAll, expect, test } from 'vitest'

import { getAttention, isInTrouble } from '#contract/operations/attention.ts'
import { listFailedJobs } from '#contract/operations/job-failures.ts'
import { listAdminServices } from '#contract/catalogue/admin-services.ts'
import { listAdminOrders } from '#contract/orders/admin-orders.ts'
import { listAdminDeposits } from '#contract/payments/admin-deposits.ts'
import { listProviders } from '#contract/providers/providers.ts'
import { listAdminTickets } from '#contract/support/admin-tickets.ts'
import { listContactMessages } from '#contract/support/contact.ts'
import { permissions, type Permission } from '#contract/base/permissions.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeService, makeUser } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'

let app: TestApp
let owner: { id: number; token: string }
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeUser(app.ctx, { role: 'admin' })
  await fillQueues()
})
afterAll(() => app.drop())

/** Fills every queue, and adds rows that belong to none. */
async function fillQueues(): Promise<void> {
  const { id: providerId } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
  await fillPolled(app.ctx.pool, { providerId, orders: 9, customers: 3 })
  await query(
    `update orders set review_code = 'unknown_status', review_details = '{"status":"?"}' where seq <= 2`,
  )
  await query(
    `insert into deposits (user_id, reference, gateway, payment_method, amount, status, review_code, review_details)
     select $1, 'r' || n, 'cryptomus', 'cryptomus', 5, case when n < 3 then 'review' else 'canceled' end,
       case when n < 3 then 'note' end, case when n < 3 then '{"text":"?"}'::jsonb end from generate_series(1, 4) n`,
    [owner.id],
  )
  await query(
    `insert into tickets (user_id, subject, category, status, closed_at, last_sender)
     select $1, 'S', 'Other', case when n < 6 then 'open' else 'closed' end, case when n < 6 then null else now() end,
       case when n < 4 then 'user' else 'admin' end
     from generate_series(1, 7) n`,
    [owner.id],
  )
  await query(
    `insert into contact_messages (name, email, subject, message, sorted_at, answered_at, answered_by, due_at)
     select 'N', 'n@example.com', 'S', 'M', case when n < 4 then now() end, case when n = 3 then now() end,
       case when n = 3 then $1::int end, null from generate_series(1, 4) n`,
    [owner.id],
  )
  const [stopped, low, both, off] = await Promise.all(
    [1, 2, 3, 4].map((n) => makeProvider(app.ctx, { url: `http://127.0.0.1:${n + 1}` })),
  )
  const change = (set: string, ids: unknown[]) =>
    query(`update providers set ${set} where id = any ($1)`, [ids])
  await change('sending_stopped_at = now()', [stopped?.id, both?.id, off?.id])
  await change('is_balance_low = true', [low?.id, both?.id])
  await change('is_enabled = false', [off?.id])
  const service = await makeService(app.ctx, { rate: '1' })
  await query(
    `insert into supplies (service_id, provider_id, provider_service, cost_rate, cost_own) values ($1, $2, '7', 100000001, '1')`,
    [service.id, providerId],
  )
  await query(
    `insert into gateway_events (gateway, reference, body, due_at, processed_at, failed_at)
     select 'cryptomus', n::text, '{}', null, now(), now() from generate_series(1, 3) n`,
  )
}

const countsFor = async (token: string) => {
  const { status, body } = await app.call(getAttention, { token })
  expect(status).toBe(200)
  return Object.fromEntries(body.attention.map(({ code, count }) => [code, count]))
}

test('each count matches the list that it links to', async () => {
  const { token } = owner
  const page = { limit: '50' }
  const orders = (await app.call(listAdminOrders, { token, query: { ...page, attention: 'true' } })).body
    .orders
  const deposits = (await app.call(listAdminDeposits, { token, query: { ...page, attention: 'true' } })).body
    .deposits
  const tickets = (await app.call(listAdminTickets, { token, query: { ...page, waiting: 'true' } })).body
    .tickets
  const contact = (await app.call(listContactMessages, { token, query: { ...page, status: 'open' } })).body
    .messages
  const { providers } = (await app.call(listProviders, { token, query: {} })).body
  const services = (await app.call(listAdminServices, { token, query: { ...page, state: 'below_cost' } }))
    .body.services
  const { jobs } = (await app.call(listFailedJobs, { token, query: page })).body
  const listed = {
    orders: orders.length,
    deposits: deposits.length,
    tickets: tickets.length,
    contact: contact.length,
    providers: providers.filter(isInTrouble).length,
    services_below_cost: services.length,
    jobs_failed: jobs.length,
  }
  expect(listed).toEqual({
    orders: 6,
    deposits: 2,
    tickets: 3,
    contact: 2,
    providers: 3,
    services_below_cost: 1,
    jobs_failed: 3,
  })
  expect(await countsFor(token)).toMatchObject(listed)
})

const codesOf: Partial<Record<Permission, readonly string[]>> = {
  orders: ['orders'],
  money: ['deposits'],
  support: ['tickets', 'contact'],
  providers: ['providers'],
  catalogue: ['services_below_cost'],
  settings: ['mails_given_up', 'jobs_failing', 'jobs_failed'],
  reports: ['ledger'],
}

test.each(permissions)('staff with the permission %s alone read their own queues', async (permission) => {
  const staff = await makeUser(app.ctx, { role: 'admin', permissions: [permission] })
  expect(Object.keys(await countsFor(staff.token))).toEqual(codesOf[permission] ?? [])
})

test('customers read nothing', async () => {
  const customer = await makeUser(app.ctx)
  expect((await app.call(getAttention, { token: customer.token })).status).toBe(403)
})
