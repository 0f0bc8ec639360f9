import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startLoop } from '#server/lib/queue/loop.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { startDatabaseProxy } from '#torture/proxy/start-proxy.ts'
import { makeUser } from '#test/factories.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

async function readyz(of: TestApp = app) {
  const response = await fetch(`${of.url}/readyz`)
  const body: { reasons?: string[] } = JSON.parse(await response.text())
  return { status: response.status, reasons: body.reasons ?? [], body, headers: response.headers }
}

/** Polls until it is true; a test that never gets there times out. */
async function untilReasons(of: TestApp, isWanted: (reasons: string[]) => boolean): Promise<string[]> {
  for (;;) {
    const { reasons } = await readyz(of)
    if (isWanted(reasons)) return reasons
    await sleep(200)
  }
}

test('is ready, and reports it to a balancer', async () => {
  expect(await readyz()).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
})

test('an unreachable database is a reason within seconds, in the standard form of a refusal', async () => {
  const database = await startDatabaseProxy(app.database.url)
  const other = await app.another({ databaseUrl: database.url })
  expect((await readyz(other)).status).toBe(200)
  await database.cut()
  await untilReasons(other, (reasons) => reasons.includes('database'))
  const { status, body, headers } = await readyz(other)
  expect(status).toBe(503)
  expect(body).toMatchObject({ success: false, code: 'unavailable', requestId: expect.any(String) })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await database.restore()
  await untilReasons(other, (reasons) => reasons.length === 0)
  await database.stop()
})

test('a database that accepts no write is a reason', { timeout: 60_000 }, async () => {
  const own = await makeTestApp()
  const name = new URL(own.database.url).pathname.slice(1)
  await own.database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  // As after a failover: the next connections are to a standby.
  await own.database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  )
  await own.database.pool.query('set default_transaction_read_only = on').catch(() => undefined)
  // On a busy machine the first new connection may take long enough to be a separate reason.
  const only = ['no_writes']
  expect(await untilReasons(own, (reasons) => isDeepStrictEqual(reasons, only))).toEqual(only)
  await own.drop()
})

test('an event loop that was blocked for two seconds is a reason for a while', async () => {
  const own = await makeTestApp()
  // Turns are measured from the previous one, every 20 ms: the first has no measurement.
  await sleep(200)
  const until = performance.now() + 2_300
  while (performance.now() < until);
  // Recorded in the next turn, which may come after the request's.
  expect(await untilReasons(own, (reasons) => reasons.length > 0)).toContain('event_loop')
  await own.drop()
})

test('a job whose round does not end is a reason', async () => {
  const own = await makeTestApp()
  const held = Promise.withResolvers<boolean>()
  const loop = startLoop({ ctx: own.ctx, name: 'held', everyMs: 1000, work: () => held.promise })
  const { findStuckJobs } = await import('#server/lib/queue/loop.ts')
  await expect.poll(() => findStuckJobs(own.ctx, 0.01)).toEqual(['held'])
  expect(findStuckJobs(own.ctx, 60)).toEqual([])
  held.resolve(false)
  await loop.stop()
  expect(findStuckJobs(own.ctx, 0)).toEqual([])
  await own.drop()
})

test('a process reports that it is alive, and removes its report when it stops', async () => {
  const own = await makeTestApp()
  const other = await own.another()
  const count = async () =>
    (await own.database.pool.query('select count(*)::int as n from processes')).rows[0].n
  while ((await count()) < 2) await sleep(50)
  await other.app.close()
  expect(await count()).toBe(1)
  await own.drop()
})

/** `fetch` sets this header itself. */
async function statusAtHost(host: string): Promise<number | undefined> {
  const sent = request(`${app.url}/metrics`, { headers: { host } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

async function scrape(of: TestApp, headers: Record<string, string> = {}) {
  const response = await fetch(`${of.url}/metrics`, { headers })
  return { status: response.status, text: await response.text() }
}

test("metrics show the product's state and the process's work", async () => {
  const user = await makeUser(app.ctx, { balance: '12.5' })
  await fetch(`${app.url}/api/user/profile`, { headers: { authorization: `Bearer ${user.token}` } })
  await fetch(`${app.url}/no/such/${user.id}`)
  const { status, text } = await scrape(app)
  expect(status).toBe(200)
  for (const line of [
    /^tally_http_request_seconds_count\{method="GET",route="\/api\/user\/profile",status="2xx"\} 1$/m,
    /^tally_http_request_seconds_count\{method="GET",route="none",status="4xx"\} \d+$/m,
    /^tally_money_usd\{type="bonuses"\} 12\.5$/m,
    /^tally_balances_usd 12\.5$/m,
    /^tally_orders\{status="pending"\} 0$/m,
    /^tally_queue_due\{queue="dispatch"\} 0$/m,
    /^tally_processes\{role="web"\} \d+$/m,
    /^tally_database_up 1$/m,
    /^nodejs_eventloop_lag_seconds /m,
  ])
    expect(text).toMatch(line)
  expect(text).not.toContain(`/no/such/${user.id}`)
})

test('metrics are served to this machine only, and to others with a token', async () => {
  expect((await scrape(app, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
  for (const [name, value] of [
    ['forwarded', 'for=203.0.113.9'],
    ['x-real-ip', '203.0.113.9'],
    ['via', '1.1 proxy'],
    ['cf-connecting-ip', '203.0.113.9'],
    ['x-forwarded-proto', 'https'],
  ] as const)
    expect([name, (await scrape(app, { [name]: value })).status]).toEqual([name, 404])
  expect(await statusAtHost('panel.example.com')).toBe(404)
  expect(await statusAtHost('localhost:1')).toBe(200)
  const own = await makeTestApp({ env: { METRICS_TOKEN: 'a-token-for-figures' } })
  expect((await scrape(own)).status).toBe(404)
  expect((await scrape(own, { authorization: 'Bearer another-token' })).status).toBe(404)
  expect((await scrape(own, { authorization: 'Bearer a-token-for-figures' })).status).toBe(200)
  await own.drop()
})

test('labels stay bounded, whatever is requested', async () => {
  for (let at = 0; at < 30; at += 1) await fetch(`${app.url}/${'x'.repeat(at + 1)}/${at}`)
  await new Promise<void>((resolve) => {
    const odd = request(`${app.url}/healthz`, { method: 'PURGE' }, (answer) =>
      answer.resume().on('end', resolve),
    )
    odd.on('error', () => resolve()).end()
  })
  const { text } = await scrape(app)
  const routes = new Set(
    [...text.matchAll(/tally_http_request_seconds_count\{method="(\w+)",route="([^"]*)"/g)].map(
      ([, , route]) => route,
    ),
  )
  expect([...routes].filter((route) => route !== 'none').every((route) => !/x{2}/.test(route ?? ''))).toBe(
    true,
  )
  expect(routes.size).toBeLessThan(20)
})
