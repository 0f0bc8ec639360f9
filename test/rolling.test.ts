import { setTimeout as sleep } from 'node:timers/promises'

import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { buildWeb } from '#scripts/build-web.ts'

import { makeTestApp } from './app.ts'
import { ask } from './ask.ts'
import { makeService, makeUser } from './factories.ts'
import { makeNextVersion } from './next-version.ts'
import { startFront } from './start-front.ts'
import { makeDataDir, startScript } from './start-script.ts'

// Longer than most: three starts of the whole product, as in an upgrade.

const soon = { timeout: 60_000, interval: 100 }
const orderMs = 50

beforeAll(() => buildWeb(() => undefined), 300_000)

test('two web processes are replaced one after another, with a rolling migration, without one refused request', async () => {
  const { ctx, database, drop } = await makeTestApp()
  onTestFinished(drop)
  const service = await makeService(ctx, { rate: '1' })
  const user = await makeUser(ctx, { balance: '1000' })
  const next = await makeNextVersion(
    '-- rolling: yes, nobody reads the column yet\nalter table users add column shoe_size int;\n',
  )
  onTestFinished(next.remove)
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(remove)
  const front = await startFront()
  onTestFinished(front.stop)

  const { databaseUrl = '', secretKey } = ctx.config
  const env = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: database.url, SECRET_KEY: secretKey }
  const startWeb = async (dir?: string) => {
    const command =
      dir === undefined ? {} : { command: [process.execPath, `${dir}/scripts/start.ts`], cwd: dir }
    const script = startScript(
      { ...env, DATA_DIR: dataDir, SANDBOX: 'off', RATE_LIMITS: 'relaxed' },
      { args: ['--role=web'], ...command },
    )
    const url = await script.ready
    front.add(url)
    await vi.waitFor(() => expect(front.isReady(url)).toBe(true), soon)
    return script
  }

  const [first, second] = await Promise.all([startWeb(), startWeb()])
  const failures: string[] = []
  const placed: string[] = []
  const waiting = new Set<Promise<void>>()
  const send = async (name: string, asking: ReturnType<typeof ask>) => {
    const { status, text } = await asking.catch((error: Error) => ({ status: 0, text: error.message }))
    if (status !== 200 && status !== 201) failures.push(`${name}: ${status} ${text.slice(0, 200)}`)
    else if (name.startsWith('http')) placed.push(name)
  }
  const placeOrder = (link: string) => {
    const body = JSON.stringify({ service_id: service.id, link, quantity: 100 })
    const headers = {
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/json',
      'idempotency-key': link,
    }
    return send(link, ask(`${front.url}${createOrder.path}`, { method: 'POST', headers, body }))
  }
  const over = new AbortController()
  const clients = (async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const asked = [
        placeOrder(`https://instagram.com/rolled-${turn}`),
        ...(turn % 10 === 0 ? [send('catalogue', ask(`${front.url}/api/services`, { method: 'GET' }))] : []),
        ...(turn % 10 === 5 ? [send('page', ask(front.url, { method: 'GET' }))] : []),
      ]
      for (const one of asked) {
        waiting.add(one)
        void one.then(() => waiting.delete(one))
      }
      await sleep(orderMs)
    }
    await Promise.all(waiting)
  })()

  expect(await first.stop()).toMatchObject({ code: 0 })
  const third = await startWeb(next.dir)
  // Longer than a process takes to notice migrations that don't fit it.
  await sleep(2_500)
  expect(await second.stop()).toMatchObject({ code: 0 })
  over.abort()
  await clients

  expect(failures).toEqual([])
  expect(placed.length).toBeGreaterThan(50)
  const { rows } = await database.pool.query<{ stored: number; columns: number }>(
    `select (select count(*)::int from orders where link = any($1)) as stored,
      (select count(*)::int from information_schema.columns where column_name = 'shoe_size') as columns`,
    [placed],
  )
  expect(rows).toEqual([{ stored: placed.length, columns: 1 }])
  expect(third.child.exitCode).toBeNull()
}, 300_000)
