import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { control, findPlainService } from '#sandbox/call-sandbox.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { startWorker } from '#server/worker.ts'

import { makeTestApp, makeTestCall, type TestApp } from './app.ts'
import { makeProvider, makeService, makeUser, type TestService, type TestUser } from './factories.ts'
import { type ProductProcess, startProduct } from './start-product.ts'

/** The product in processes that are killed, with a provider that survives and records what it gets. */
let app: TestApp
let provider: SandboxProvider
let service: TestService
let user: TestUser

beforeAll(async () => {
  app = await makeTestApp()
  provider = await startSandboxProvider({ catalogueSize: 50 })
  await control(provider.url, 'speed', { factor: 0 })
  const account = await makeProvider(app.ctx, { url: provider.url, key: provider.key })
  service = await makeService(app.ctx, {
    // No charge of the sandbox is above the known cost: otherwise waiting orders wouldn't be sent.
    rate: '100',
    supply: { providerId: account.id, service: await findPlainService(provider), cost: '90' },
  })
  user = await makeUser(app.ctx, { balance: '100000' })
})
afterAll(async () => {
  await provider.stop()
  await app.drop()
})

function start(): Promise<ProductProcess> {
  const { databaseUrl, dataDir, secretKey } = app.ctx.config
  return startProduct('all', { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, SECRET_KEY: secretKey })
}

async function takenLinks(): Promise<string[]> {
  const { body } = await control(provider.url, 'calls?action=add')
  return (body as { link: string }[]).map(({ link }) => link) // the journal of orders the provider took
}

async function until(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) if (await isSo()) return
  throw new Error(`not so within ${seconds} s: ${isSo}`)
}

async function expectSoundMoney(): Promise<void> {
  expect((await checkInvariants(app.database.url)).filter(({ violations }) => violations > 0)).toEqual([])
}

/** Expires the leases of killed processes now instead of in a minute and a half. */
async function endLeases(): Promise<void> {
  await app.database.pool.query(
    "update order_attempts set lease_until = now() - interval '1 s' where state = 'sending'",
  )
  await app.database.pool.query(
    "update dispatch_queue set lease_until = now() - interval '1 s' where lease_until is not null",
  )
}

/** Orders being sent: running, or answered and not stored yet. */
async function countSending(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from dispatch_queue join orders on orders.user_id = dispatch_queue.user_id and orders.id = order_id
     where token is not null and dispatch = 'queued'`,
  )
  return rows[0]?.count ?? 0
}

test('kill -9 while sending: nothing acknowledged is lost or taken twice, what was being sent goes to review', async () => {
  const acknowledged: string[] = []
  const between = 'https://instagram.com/killed-between'
  let sending = 0
  for (let round = 0; round < 2; round += 1) {
    const product = await start()
    const call = makeTestCall(product.url)
    const place = async (link: string) => {
      const headers = { 'idempotency-key': link }
      const body = { service_id: service.id, link, quantity: 100 }
      const answer = await call(createOrder, { token: user.token, body, headers }).catch(() => undefined)
      if (answer?.status === 201) acknowledged.push(link)
    }
    const late = (times: number, delayMs: number) =>
      control(provider.url, 'faults', { action: 'add', kind: 'accept_late_reply', times, delay_ms: delayMs })
    if (round === 0) {
      await late(1, 60_000)
      await place(between)
      await until(async () => (await takenLinks()).includes(between), 30)
    }
    await late(5, 150)
    const killed = new AbortController()
    const client = async (name: number) => {
      for (let at = 0; !killed.signal.aborted; at += 1)
        await place(`https://instagram.com/load-${round}-${name}-${at}`)
    }
    const clients = Array.from({ length: 8 }, (_, name) => client(name))
    // After enough orders to lose, at a different moment of sending in each round; `torture` kills at every moment.
    await until(async () => acknowledged.length > 15 * (round + 1), 90)
    await sleep(round * 200)
    await product.kill()
    killed.abort()
    await Promise.all(clients)
    sending += await countSending()
    await endLeases()
  }
  const last = startWorker((await app.another()).ctx)
  onTestFinished(last.stop)
  const waiting = () =>
    app.database.pool.query(
      "select from orders where status = 'PENDING' and dispatch in ('queued', 'sending')",
    )
  await until(async () => (await waiting()).rowCount === 0, 150)
  await last.stop()

  const taken = await takenLinks()
  expect(acknowledged.length).toBeGreaterThan(30)
  expect(taken).toContain(between)
  expect(new Set(taken).size).toBe(taken.length)
  const { rows } = await app.database.pool.query<{ link: string; dispatch: string; refunded: bigint }>(
    'select link, dispatch, refunded from orders',
  )
  const kept = new Map(rows.map(({ link, dispatch }) => [link, dispatch]))
  expect(acknowledged.filter((link) => !kept.has(link))).toEqual([])
  expect(kept.get(between)).toBeOneOf(['unknown', 'review'])
  const unknown = rows.filter(({ dispatch }) => ['unknown', 'review'].includes(dispatch))
  expect(unknown.length).toBeLessThanOrEqual(sending)
  expect(unknown.filter(({ refunded }) => refunded !== 0n)).toEqual([])
  // I5: sent, or in review; no order was lost.
  expect(rows.filter((row) => !taken.includes(row.link) && !unknown.includes(row))).toEqual([])
  await expectSoundMoney()
}, 480_000)
