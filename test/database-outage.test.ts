import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listServices } from '#contract/catalogue/catalogue.ts'
import { liveUpdates } from '#contract/site/events.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { getProfile } from '#contract/users/users.ts'
import { makeLog } from '#server/lib/log/make-log.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { auditMoney } from './audit.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#torture/proxy/start-proxy.ts'
import { giveBalance, makeService, makeUser, type TestUser } from './factories.ts'

/** `app` keeps its database; `product` is another process on the same one, over a connection that gets cut. */
let app: TestApp
let line: DatabaseProxy
let product: TestApp
let user: TestUser
let service: { id: number }
const said: string[] = []

beforeAll(async () => {
  app = await makeTestApp({ log: makeLog('trace', { write: (text: string) => void said.push(text) }) })
  line = await startDatabaseProxy(app.database.url)
  product = await app.another({ databaseUrl: line.url })
  user = await makeUser(app.ctx, { balance: '100' })
  service = await makeService(app.ctx, { rate: '1' })
})
afterAll(async () => {
  await line.stop()
  await app.drop()
})

const soon = { timeout: 15_000, interval: 50 }
const isReady = async () => (await fetch(`${product.url}/readyz`)).status
/** 503 once the session is no longer cached. */
const profileStatus = async () => (await product.call(getProfile, { token: user.token })).status

test('without its database it stays alive, is not ready, answers 503, shows the catalogue, and recovers automatically', async () => {
  expect(await isReady()).toBe(200)
  await expect.poll(async () => (await product.call(listServices)).body, soon).toHaveLength(1)
  await line.cut()
  await expect.poll(profileStatus, soon).toBe(503)
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
  await expect.poll(isReady, soon).toBe(503)
  const body = { service_id: service.id, link: 'https://example.com/a', quantity: 100 }
  for (const answer of [
    await product.call(getProfile, { token: user.token }),
    await product.call(createOrder, { token: user.token, body }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.body.message).toBe('Part of the service is unavailable right now. Please try again.')
  }
  expect((await product.call(listServices)).body).toHaveLength(1)

  await line.restore()
  await expect.poll(isReady, soon).toBe(200)
  expect(await profileStatus()).toBe(200)
})

test('many refusals in an outage are few lines in the log', async () => {
  const linesBefore = said.length
  await line.cut()
  const began = performance.now()
  await expect.poll(profileStatus, soon).toBe(503)
  const statuses = await Promise.all(Array.from({ length: 50 }, profileStatus))
  expect(new Set(statuses)).toEqual(new Set([503]))
  const lines = said.slice(linesBefore).filter((text) => text.includes('"msg":"unavailable"'))
  expect(lines.length).toBeGreaterThan(0)
  // At most one line a second.
  expect(lines.length).toBeLessThanOrEqual(2 + (performance.now() - began) / 1000)
  expect(lines.length).toBeLessThan(50)
  expect(lines.join('')).not.toContain('"stack"')
  await line.restore()
  await expect.poll(isReady, soon).toBe(200)
})

test('a tx whose connection breaks between two statements fails, and the process survives', async () => {
  const broken = product.ctx.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    await line.cut()
    await sleep(100) // the tx does nothing while its connection breaks
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow(/not queryable|terminated/)
  await line.restore()
  await expect.poll(isReady, soon).toBe(200)
})

test('a page that may have missed events is closed, and the next one receives events of other processes again', async () => {
  const first = await openPage()
  await expect.poll(first.text, soon).toContain('"balance":100')
  await line.cut()
  await sleep(100) // a short outage: gone before any job runs
  await line.restore()
  await first.ended

  // The database returns before the process receives notifications; a page opened in between is closed again.
  let isHeard = false
  product.ctx.events.on('catalogue', () => (isHeard = true))
  const tellAndHear = () => {
    app.ctx.events.publish({ topic: 'catalogue' })
    return isHeard
  }
  await expect.poll(tellAndHear, soon).toBe(true)
  const second = await openPage()
  await expect.poll(second.text, soon).toContain('"balance":100')
  await giveBalance(app.ctx, user.id, '5')
  app.ctx.events.publish({ topic: 'balance', userId: user.id })
  await expect.poll(second.text, soon).toContain('"balance":105')
  second.leave()
  await second.ended
})

async function openPage() {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${user.token}` }
  const page = await fetch(product.url + liveUpdates.path, { headers, signal: leaving.signal })
  let text = ''
  const ended = (async () => {
    for await (const chunk of page.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return { text: () => text, ended, leave: () => leaving.abort() }
}

test('disconnected while placing: 201 or 503, and retries with the same keys charge each order once', async () => {
  const place = (at: number) =>
    product.call(createOrder, {
      token: user.token,
      body: { service_id: service.id, link: `https://example.com/${at}`, quantity: 100 },
      headers: { 'idempotency-key': `outage-${at}` },
    })
  const all = Array.from({ length: 60 }, (_, at) => at)
  // Half of the orders are in progress when the connection is cut, each at a different stage.
  const [before, after] = [all.slice(0, 30), all.slice(30)]
  const underWay = before.map(place)
  await Promise.race(underWay)
  await line.cut()
  const answers = await Promise.all([...underWay, ...after.map(place)])
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
  expect(statuses).toContain(503)

  await line.restore()
  await expect.poll(isReady, soon).toBe(200)
  expect(new Set((await Promise.all(all.map(place))).map(({ status }) => status))).toEqual(new Set([201]))
  const { rows } = await app.database.pool.query('select link from orders')
  expect(rows).toHaveLength(60)
  await auditMoney(app.ctx)
})
