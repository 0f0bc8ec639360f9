import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'

import { type Statement, watchStatements } from './watch-statements.ts'

const CUSTOMERS = 60
const ORDERS = 400
const EVERY_MS = 50

let app: TestApp
let panel: TestPanel
let serviceId: number
const users: TestUser[] = []

beforeAll(async () => {
  app = await makeTestApp({ worker: true })
  panel = await startPanel(app.ctx)
  const supply = { providerId: panel.provider.id, service: '1' }
  serviceId = (await makeService(app.ctx, { rate: '1', supply })).id
  while (users.length < CUSTOMERS) users.push(await makeUser(app.ctx, { balance: '1000' }))
})
afterAll(async () => {
  await panel.stop()
  await app.drop()
})

async function placeOrders() {
  const began = performance.now()
  const placing = []
  for (let at = 0; at < ORDERS; at += 1) {
    const body = { service_id: serviceId, link: `https://example.com/${at}`, quantity: 1000 }
    placing.push(app.call(createOrder, { token: users[at % CUSTOMERS]?.token, body }))
    await sleep(Math.max(0, began + (at + 1) * EVERY_MS - performance.now()))
  }
  const answers = await Promise.all(placing)
  expect(answers.filter(({ status }) => status !== 201)).toEqual([])
}

async function countSent() {
  const { rows } = await app.database.pool.query("select 1 from orders where dispatch = 'accepted'")
  return rows.length
}

/** The percentage of statements that query one shard, among those that query any. */
function shareOfOne(what: string, statements: Statement[]): number {
  const asking = statements.filter(({ shards }) => shards.size > 0)
  const count = asking.filter(({ shards }) => shards.size === 1).length
  process.stdout.write(`${what}: ${count} of ${asking.length} statements are of one shard\n`)
  expect(asking.length).toBeGreaterThan(100)
  return (100 * count) / asking.length
}

const changesOrders =
  /(?:insert into|delete from|update) "?(?:orders|order_events|order_attempts|attempt_exchanges|dispatch_queue|poll_queue|provider_orders|accounts|transactions)\b/

test('what a customer waits for is of one shard, and so is what changes an order on its way to the provider', async () => {
  const seen = await watchStatements(app)
  await placeOrders()
  // 20 s on a quiet machine; on a busy one several times as long.
  await expect.poll(countSent, { timeout: 150_000 }).toBe(ORDERS)
  const ofRequests = seen.filter(({ name, text }) => name === 'read-sessions' || text.includes('with item'))
  expect(shareOfOne('signing in and placing', ofRequests)).toBe(100)
  const changing = seen.filter(({ text }) => changesOrders.test(text))
  expect(shareOfOne('placing, sending and following', changing)).toBeGreaterThanOrEqual(99)
  shareOfOne('all, with those that look for what is due', seen)
  await auditMoney(app.ctx)
})
