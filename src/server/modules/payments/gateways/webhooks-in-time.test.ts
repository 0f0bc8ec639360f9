import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { auditMoney } from '#test/audit.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'
import { startProduct } from '#test/start-product.ts'

import { gatewayEventQueue } from './work-gateway-events.ts'

const DEPOSITS = 20

let shop: PaymentsApp
let user: TestUser
beforeAll(async () => {
  shop = await makePaymentsApp()
  user = await makeUser(shop.ctx)
})
afterAll(() => shop.drop())

async function openPaid(): Promise<string[]> {
  const references: string[] = []
  for (let count = 0; count < DEPOSITS; count += 1) {
    // A customer may have only a few open at a time.
    if (count % 5 === 0) user = await makeUser(shop.ctx)
    const reference = await shop.open(user.token, 100)
    await shop.move(reference, 'paid')
    references.push(reference)
  }
  // No polling: the webhooks alone must be enough.
  await shop.database.pool.query(
    "update deposits set due_at = now() + interval '1 day' where status = 'pending'",
  )
  return references
}

async function publish(references: readonly string[]): Promise<void> {
  const events = {
    type: 'payment',
    amount: '100.00000000',
    merchant_amount: '98',
    status: 'paid',
    currency: 'USD',
  }
  const told = await Promise.all(references.map((reference) => shop.send({ ...events, order_id: reference })))
  expect(new Set(told)).toEqual(new Set([200]))
}

async function countCredited(references: readonly string[]): Promise<number> {
  const { rows } = await shop.database.pool.query<{ count: number }>(
    `select count(*)::int as count from deposits join transactions on deposit_id = deposits.id and type = 'deposit'
     where reference = any($1)`,
    [references],
  )
  return rows[0]?.count ?? 0
}

test('a webhook that a killed process had claimed is processed by another within seconds, once', async () => {
  const references = await openPaid()
  await shop.fault({ action: 'info', kind: 'slow', times: 100, delay_ms: 8_000 })
  await publish(references)
  const { databaseUrl = '', dataDir, secretKey } = shop.ctx.config
  const killed = await startProduct('all', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
  })
  await expect.poll(() => shop.calls('info'), { timeout: 30_000, interval: 50 }).toBeGreaterThan(0)
  await killed.kill()
  await shop.clearFaults()
  expect(await countCredited(references)).toBe(0)
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const working = (async () => {
    for (; !ending.signal.aborted; await sleep(200)) await gatewayEventQueue.workDue(shop.ctx)
  })()
  // About 6 s. With a lease as long as the slowest batch it took 300 s.
  await expect.poll(() => countCredited(references), { timeout: 40_000, interval: 100 }).toBe(DEPOSITS)
  ending.abort()
  await working
  await auditMoney(shop.ctx)
}, 120_000)

test('a claimed webhook stays claimed, however long the gateway takes', async () => {
  const references = await openPaid()
  // Credited deposits are polled once more for a while.
  await gatewayEventQueue.workDue({ ...shop.ctx, clock: () => new Date(Date.now() + 60_000) })
  const before = await shop.calls('info')
  await shop.fault({ action: 'info', kind: 'slow', times: DEPOSITS, delay_ms: 4_000 })
  await publish(references)
  const other = await shop.another()
  const slow = gatewayEventQueue.workDue(shop.ctx)
  await expect.poll(() => shop.calls('info'), { timeout: 10_000, interval: 20 }).toBeGreaterThan(before)
  const over = new AbortController()
  const ended = slow.finally(() => over.abort())
  for (; !over.signal.aborted; await sleep(200)) await gatewayEventQueue.workDue(other.ctx)
  await ended
  expect(await countCredited(references)).toBe(DEPOSITS)
  // Once each, except for those whose lease a paused process lost.
  expect(await shop.calls('info')).toBeLessThan(before + DEPOSITS + 4)
  await auditMoney(shop.ctx)
}, 120_000)

test("a webhook ahead of the gateway's status of a failed payment is polled again within seconds", async () => {
  const someone = await makeUser(shop.ctx)
  const reference = await shop.open(someone.token, 100)
  await shop.move(reference, 'fail')
  await publish([reference])
  await gatewayEventQueue.workDue(shop.ctx)
  const { rows } = await shop.database.pool.query(
    `select status, due_at < now() + interval '10 s' as is_soon from deposits where reference = $1`,
    [reference],
  )
  expect(rows).toEqual([{ status: 'canceled', is_soon: true }])
})
