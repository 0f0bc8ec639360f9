import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

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

async function orderOf(link: string) {
  return app.ctx.db.selectFrom('orders').selectAll().where('link', '=', link).executeTakeFirst()
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

describe('kill -9', () => {
  test('between the provider taking an order and our commit: it is not sent again, and not refunded', async () => {
    const first = await start()
    await control(provider.url, 'faults', {
      action: 'add',
      kind: 'accept_late_reply',
      times: 1,
      delay_ms: 20_000,
    })
    const link = 'https://instagram.com/killed-between'
    const body = { service_id: service.id, link, quantity: 100 }
    const placed = await makeTestCall(first.url)(createOrder, { token: user.token, body })
    expect(placed.status).toBe(201)
    await until(async () => (await takenLinks()).includes(link), 10)
    await first.kill()
    await endLeases()

    const second = startWorker((await app.another()).ctx)
    onTestFinished(second.stop)
    await until(async () => ['unknown', 'review'].includes((await orderOf(link))?.dispatch ?? ''), 10)
    await sleep(3000) // time enough for a second sending, which must not come
    expect((await takenLinks()).filter((taken) => taken === link)).toHaveLength(1)
    expect(await orderOf(link)).toMatchObject({ status: 'PENDING', refunded: 0n })
    expect(['unknown', 'review']).toContain((await orderOf(link))?.dispatch)
    await expectSoundMoney()
  })

  test('repeatedly under load: nothing acknowledged is lost, and no order is taken twice', async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < 2; round += 1) {
      const product = await start()
      const call = makeTestCall(product.url)
      await control(provider.url, 'faults', {
        action: 'add',
        kind: 'accept_late_reply',
        times: 5,
        delay_ms: 150,
      })
      const killed = new AbortController()
      const client = async (name: number) => {
        for (let at = 0; !killed.signal.aborted; at += 1) {
          const link = `https://instagram.com/load-${round}-${name}-${at}`
          const headers = { 'idempotency-key': link }
          const body = { service_id: service.id, link, quantity: 100 }
          const answer = await call(createOrder, { token: user.token, body, headers }).catch(() => undefined)
          if (answer?.status === 201) acknowledged.push(link)
        }
      }
      const clients = Array.from({ length: 8 }, (_, name) => client(name))
      // After enough orders to lose, at a different moment of sending in each round; `torture` kills at every moment.
      await until(async () => acknowledged.length > 15 * (round + 1), 90)
      await sleep(round * 200)
      await product.kill()
      killed.abort()
      await Promise.all(clients)
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
    expect(new Set(taken).size).toBe(taken.length)
    const { rows } = await app.database.pool.query<{ link: string; dispatch: string }>(
      'select link, dispatch from orders',
    )
    const kept = new Map(rows.map(({ link, dispatch }) => [link, dispatch]))
    expect(acknowledged.filter((link) => !kept.has(link))).toEqual([])
    // I5: sent, or in review; no order was lost.
    const lost = rows.filter(
      ({ link, dispatch }) => !taken.includes(link) && !['unknown', 'review'].includes(dispatch),
    )
    expect(lost).toEqual([])
    await expectSoundMoney()
  }, 480_000)
})
