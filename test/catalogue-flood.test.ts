import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from './app.ts'
import { makeService } from './factories.ts'
import { type ProductProcess, startProduct } from './start-product.ts'

/** The product in a separate process with a large catalogue, and many concurrent anonymous clients. */
let app: TestApp
let product: ProductProcess

const SERVICES = 10_000
const AT_ONCE = 300
/** How long a search may wait for its turn. */
const QUEUED_MS_MAX = 10_000
const PEAK_BYTES_MAX = 900 * 1024 * 1024

beforeAll(async () => {
  app = await makeTestApp()
  await makeService(app.ctx)
  await app.database.pool.query(
    `insert into services (category_id, platform, name, name_original, description, type, rate, min, max, by_hand)
     select category_id, 'Telegram', name || ' ' || at, name, repeat('Every member is real and none is lost. ' || md5(at::text), 12),
       type, rate, min, max, by_hand
     from services, generate_series(2, $1) as at`,
    [SERVICES],
  )
  const { databaseUrl, dataDir, secretKey } = app.ctx.config
  product = await startProduct('web', {
    DATABASE_URL: databaseUrl ?? '',
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
  })
}, 180_000)
afterAll(async () => {
  await product.kill()
  await app.drop()
})

/** On a connection of its own, without decompressing or storing the answer: the test measures the server. */
async function ask(query: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const sent = get(`${product.url}/api/services${query}`, { agent: false, headers })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await finished(response.resume())
  return response
}

/** How long `work` took, and the slowest of the concurrent calls. */
async function askHealth(work: Promise<unknown>): Promise<{ tookMs: number; slowestMs: number }> {
  const state = { isDone: false }
  const start = performance.now()
  const ended = work.finally(() => (state.isDone = true))
  let slowest = 0
  do {
    const begun = performance.now()
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - begun)
  } while (!state.isDone)
  await ended
  return { tookMs: performance.now() - start, slowestMs: slowest }
}

test.each([
  ['search=e', () => '?search=e'],
  ['searches that all differ', (at: number) => `?search=member+real+${at}`],
  ['a platform', () => '?platform=telegram'],
  ['platforms that there are none of', (at: number) => `?platform=none-${at}`],
])(
  `${AT_ONCE} at once for %s: healthz answers meanwhile, within bounds of memory`,
  async (_what, queryOf) => {
    const asking = Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => ask(queryOf(at), { 'accept-encoding': 'br' })),
    )
    const { tookMs, slowestMs } = await askHealth(asking)
    expect(slowestMs).toBeLessThan(Math.max(6_000, tookMs / 2))
    const answers = await asking
    // They fit in the queue: only those are refused that a slow machine makes wait longer than the queue allows.
    const refused = answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)
    expect(new Set(refused)).toEqual(new Set(tookMs > QUEUED_MS_MAX && refused.length > 0 ? [503] : []))
    expect(await product.peakBytes()).toBeLessThan(PEAK_BYTES_MAX)
  },
  60_000,
)

test('a search returns 200 rows and the total', async () => {
  const response = await fetch(`${product.url}/api/services?search=member`)
  expect(response.headers.get('x-total-count')).toBe(String(SERVICES - 1))
  expect(await response.json()).toHaveLength(200)
  const totalOf = async (query: string) => (await ask(query)).headers['x-total-count']
  expect(await totalOf('?search=member&limit=3')).toBe(String(SERVICES - 1))
  expect(await totalOf('')).toBe(String(SERVICES))
})
