import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { createOrder } from '#contract/order-placing.ts'
import { control, findPlainService } from '#sandbox/call-sandbox.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { buildWeb } from '#scripts/build-web.ts'
import { startDatabaseProxy } from '#torture/proxy/start-proxy.ts'

import { makeTestApp, makeTestCall, type TestApp } from './app.ts'
import { makeProvider, makeService, makeUser, type TestService, type TestUser } from './factories.ts'
import { makeDataDir, type StartedScript, startScript } from './start-script.ts'

/** The product as it is really started, told to stop by real signals, beside a provider that makes it hard. */
let app: TestApp
let provider: SandboxProvider
let service: TestService
let user: TestUser

beforeAll(async () => {
  await buildWeb(() => undefined)
  app = await makeTestApp()
  provider = await startSandboxProvider({ catalogueSize: 50 })
  await control(provider.url, 'speed', { factor: 0 })
  const account = await makeProvider(app.ctx, { url: provider.url, key: provider.key })
  service = await makeService(app.ctx, {
    rate: '1',
    supply: { providerId: account.id, service: await findPlainService(provider) },
  })
  user = await makeUser(app.ctx, { balance: '100' })
}, 300_000)
afterAll(async () => {
  await provider.stop()
  await app.drop()
})

/** Less than what supervisors grant before they kill. */
const SECONDS = 30
const long = { timeout: 20_000, interval: 50 }
const holding = { action: 'add', kind: 'accept_late_reply', times: 1, delay_ms: 60_000 }

async function startBeside(
  databaseUrl = app.ctx.config.databaseUrl ?? '',
): Promise<{ product: StartedScript; url: string }> {
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(remove)
  const { secretKey } = app.ctx.config
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET_KEY: secretKey, SANDBOX: 'off' }
  const product = startScript({ ...env, RATE_LIMITS: 'relaxed' })
  const url = await product.ready
  // What the test before has left in the queue must not meet this test's fault.
  const queued = () =>
    app.ctx.db.selectFrom('dispatch_queue').select('order_id').where('token', 'is', null).execute()
  await expect.poll(queued, long).toEqual([])
  return { product, url }
}

async function place(url: string, link: string): Promise<number> {
  const body = { service_id: service.id, link, quantity: 100 }
  return (await makeTestCall(url)(createOrder, { token: user.token, body })).status
}

async function dispatchOf(link: string): Promise<string | undefined> {
  const row = await app.ctx.db
    .selectFrom('orders')
    .select('dispatch')
    .where('link', '=', link)
    .executeTakeFirst()
  return row?.dispatch
}

async function takenLinks(): Promise<string[]> {
  const { body } = await control(provider.url, 'calls?action=add')
  return (body as { link: string }[]).map(({ link }) => link) // the journal of orders the provider took
}

test('while a provider holds an order the site stays up; then the order is unknown, and it ends with 0', async () => {
  const { product, url } = await startBeside()
  await control(provider.url, 'faults', holding)
  const held = 'https://instagram.com/held'
  expect(await place(url, held)).toBe(201)
  await expect.poll(takenLinks, long).toContain(held)

  const stopped = product.stop()
  const statusOf = async (path: string) => (await fetch(url + path)).status
  await expect.poll(() => statusOf('/readyz'), long).toBe(503)
  for (let turn = 0; turn < 5; turn += 1) {
    expect([await statusOf('/healthz'), await statusOf('/api/services'), await statusOf('/')]).toEqual([
      200, 200, 200,
    ])
    await sleep(1000) // it stays up for seconds, and each of them is looked at
  }
  const refused = await fetch(`${url}/api/orders`)
  expect([refused.status, await refused.json()]).toMatchObject([401, { success: false }])
  const late = 'https://instagram.com/late'
  expect(await place(url, late)).toBe(201)

  const { code, seconds } = await stopped
  expect(code).toBe(0)
  expect(seconds).toBeGreaterThan(9)
  expect(seconds).toBeLessThan(SECONDS)
  expect(await dispatchOf(held)).toBe('unknown')
  expect(await dispatchOf(late)).toBe('queued')
  expect(await takenLinks()).toEqual([held])
}, 90_000)

test('with its database out of reach and a provider that hangs it ends with 0 all the same', async () => {
  const database = await startDatabaseProxy(app.database.url)
  onTestFinished(database.stop)
  const { product, url } = await startBeside(database.url)
  await control(provider.url, 'faults', holding)
  const held = 'https://instagram.com/held-in-the-dark'
  expect(await place(url, held)).toBe(201)
  await expect.poll(takenLinks, long).toContain(held)
  database.darken()
  const { code, seconds } = await product.stop()
  expect(code).toBe(0)
  expect(seconds).toBeLessThan(SECONDS)
}, 90_000)

test('with its own database frozen it ends with 0 all the same, and leaves the rest to the one who watches', async () => {
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(remove)
  const product = startScript({ DATA_DIR: dataDir, SANDBOX_CATALOGUE_SIZE: '10' })
  await product.ready
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(postmaster)])
  const pids = [postmaster, ...stdout.trim().split(/\s+/).map(Number)]
  for (const pid of pids) signal(pid, 'SIGSTOP')
  const { code, seconds } = await product.stop()
  for (const pid of pids) signal(pid, 'SIGCONT')
  expect(code).toBe(0)
  expect(seconds).toBeLessThan(SECONDS)
  await expect.poll(() => existsSync(pidFile), long).toBe(false)
}, 90_000)

/** A backend may have ended by itself. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('a Ctrl-C that comes twice, from the terminal and from npm, is one; a later one ends it at once', async () => {
  const { product, url } = await startBeside()
  await control(provider.url, 'faults', holding)
  const held = 'https://instagram.com/held-until-a-second-signal'
  expect(await place(url, held)).toBe(201)
  await expect.poll(takenLinks, long).toContain(held)
  product.child.kill('SIGINT')
  await sleep(100) // as npm passes it on
  product.child.kill('SIGINT')
  await sleep(1400) // longer than what counts as the same one, and it still stops
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await product.stop('SIGINT')).toMatchObject({ code: 130 })
}, 90_000)

test('told to stop while it still starts, it ends with 0, and the next start finds nothing in its way', async () => {
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(remove)
  for (const milliseconds of [300, 1000, 2000]) {
    const cut = startScript({ DATA_DIR: dataDir })
    await sleep(milliseconds) // the moment is what is tried
    const { code, seconds } = await cut.stop()
    expect(code ?? 'before it could answer').toBeOneOf([0, 'before it could answer'])
    expect(seconds).toBeLessThan(SECONDS)
  }
  const next = startScript({ DATA_DIR: dataDir })
  expect((await fetch(`${await next.ready}/readyz`)).status).toBe(200)
  expect((await next.stop()).code).toBe(0)
}, 120_000)
