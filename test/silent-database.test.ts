import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { startWorker } from '#server/worker.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { auditMoney } from './audit.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#torture/proxy/start-proxy.ts'
import { makeService, makeUser, type TestUser } from './factories.ts'
import { startOwnClock } from './own-clock.ts'
import { startPanel, type TestPanel } from './panel.ts'

/** `app` keeps its database; `product` is another process on it, over connections that become half-open. */
let app: TestApp
let line: DatabaseProxy
let product: TestApp
let worker: { stop(): Promise<void> }
let panel: TestPanel
let user: TestUser
let service: { id: number }

beforeAll(async () => {
  app = await makeTestApp()
  line = await startDatabaseProxy(app.database.url)
  product = await app.another({ databaseUrl: line.url })
  worker = startWorker(product.ctx)
  panel = await startPanel(app.ctx)
  user = await makeUser(app.ctx, { balance: '100' })
  service = await makeService(app.ctx, {
    rate: '1',
    supply: { providerId: panel.provider.id, service: '1' },
  })
})
afterAll(async () => {
  await worker.stop()
  await panel.stop()
  await line.stop()
  await app.drop()
})

const place = async (link: string) => {
  const body = { service_id: service.id, link, quantity: 100 }
  const headers = { 'idempotency-key': link }
  return (await product.call(createOrder, { token: user.token, body, headers })).status
}
const takenLinks = async () => (await panel.adds()).map(({ link }) => link)

test('when every connection becomes half-open: orders are placed within 15 s, sent and reported within 60 s', async () => {
  const before = 'https://example.com/before'
  expect(await place(before)).toBe(201)
  await expect.poll(takenLinks, { timeout: 10_000 }).toContain(before)

  // The pool has only recently used connections, and one of them locks the customer's row.
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const held = product.ctx.db.transaction().execute(async (tx) => {
    await sql`select from accounts where user_id = ${user.id} for update`.execute(tx)
    hold()
    await isOver
    await sql`select 1`.execute(tx)
  })
  await isHeld
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.2)`.execute(product.ctx.db)))
  expect(line.halfOpen({ isServerGone: false })).toBeGreaterThanOrEqual(6)
  const elapsed = startOwnClock()
  const seconds = () => elapsed() / 1000

  const statuses: number[] = []
  let placed: string | undefined
  for (let at = 0; placed === undefined && seconds() < 40; at += 1) {
    const link = `https://example.com/after-${at}`
    const status = await place(link)
    statuses.push(status)
    if (status === 201) placed = link
    else await sleep(100)
  }
  expect(seconds()).toBeLessThan(15)
  expect(statuses.filter((status) => status !== 503 && status !== 201)).toEqual([])

  await expect.poll(takenLinks, { timeout: 60_000 - seconds() * 1000 }).toContain(placed)
  expect(seconds()).toBeLessThan(60)
  let isHeard = false
  product.ctx.events.on('catalogue', () => (isHeard = true))
  await expect
    .poll(
      () => {
        app.ctx.events.publish({ topic: 'catalogue' })
        return isHeard
      },
      { timeout: 60_000 - seconds() * 1000, interval: 200 },
    )
    .toBe(true)
  expect(seconds()).toBeLessThan(60)
  end()
  await expect(held).rejects.toThrow(/not queryable|terminated/)
  await auditMoney(app.ctx)
}, 120_000)
