import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { beforeAll, describe, expect, test, vi } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { control, findPlainService } from '#sandbox/call-sandbox.ts'
import { startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { buildWeb } from '#scripts/build-web.ts'
import { startDatabaseProxy } from '#torture/proxy/start-proxy.ts'

import { makeTestApp, makeTestCall } from './app.ts'
import { makeProvider, makeService, makeUser } from './factories.ts'
import { makeDataDir, type OnFinished, startScript } from './start-script.ts'

/** Less than supervisors wait before they kill. */
const SECONDS = 30
const long = { timeout: 30_000, interval: 50 }
const holding = { action: 'add', kind: 'accept_late_reply', times: 1, delay_ms: 60_000 }

beforeAll(() => buildWeb(() => undefined), 300_000)

/**
 * A database with a customer, and a provider that holds the next order it gets. Each test has its own: they run
 * concurrently, and mostly wait.
 */
async function makeHeld(onFinished: OnFinished) {
  const app = await makeTestApp()
  const provider = await startSandboxProvider({ catalogueSize: 50 })
  onFinished(async () => {
    await provider.stop()
    await app.drop()
  })
  await control(provider.url, 'speed', { factor: 0 })
  const account = await makeProvider(app.ctx, { url: provider.url, key: provider.key })
  const service = await makeService(app.ctx, {
    rate: '1',
    supply: { providerId: account.id, service: await findPlainService(provider) },
  })
  const user = await makeUser(app.ctx, { balance: '100' })
  await control(provider.url, 'faults', holding)

  const takenLinks = async () => {
    const { body } = await control(provider.url, 'calls?action=add')
    return (body as { link: string }[]).map(({ link }) => link) // the journal of orders the provider took
  }
  return {
    app,
    takenLinks,
    /** The product, started as in production. */
    async start(databaseUrl = app.ctx.config.databaseUrl ?? '') {
      const { dataDir, remove } = await makeDataDir()
      onFinished(remove)
      const { secretKey } = app.ctx.config
      const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET_KEY: secretKey, SANDBOX: 'off' }
      const product = startScript({ ...env, RATE_LIMITS: 'relaxed' }, { onFinished })
      return { product, url: await product.ready }
    },
    /** Retries while the product is too busy, as when five start at once. */
    async place(url: string, link: string): Promise<void> {
      const body = { service_id: service.id, link, quantity: 100 }
      const headers = { 'idempotency-key': link }
      const call = makeTestCall(url)
      const placing = async () => (await call(createOrder, { token: user.token, body, headers })).status
      await vi.waitFor(async () => expect(await placing()).toBeOneOf([200, 201]), long)
    },
    async dispatchOf(link: string): Promise<string | undefined> {
      const orders = app.ctx.db.selectFrom('orders').select('dispatch')
      return (await orders.where('link', '=', link).executeTakeFirst())?.dispatch
    },
    async untilHeld(link: string): Promise<void> {
      await vi.waitFor(async () => expect(await takenLinks()).toContain(link), long)
    },
  }
}

describe.concurrent('stopped by a real signal', () => {
  test('while a provider holds an order the site stays up; then the order is unknown, and it exits with 0', async ({
    onTestFinished,
  }) => {
    const { start, place, untilHeld, dispatchOf, takenLinks } = await makeHeld(onTestFinished)
    const { product, url } = await start()
    const held = 'https://instagram.com/held'
    await place(url, held)
    await untilHeld(held)

    const statusOf = async (path: string) => (await fetch(url + path)).status
    // Once before, so that the first rendering doesn't count against the time limit.
    expect(await statusOf('/')).toBe(200)
    const stopped = product.stop()
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(503), long)
    for (let turn = 0; turn < 3; turn += 1) {
      expect([await statusOf('/healthz'), await statusOf('/api/services'), await statusOf('/')]).toEqual([
        200, 200, 200,
      ])
      await sleep(1000) // it stays up for seconds, and each of them is checked
    }
    const refused = await fetch(`${url}/api/orders`)
    expect([refused.status, await refused.json()]).toMatchObject([401, { success: false }])
    const late = 'https://instagram.com/late'
    await place(url, late)

    const { code, seconds, ownSeconds } = await stopped
    expect(code).toBe(0)
    expect(seconds).toBeGreaterThan(9)
    expect(ownSeconds).toBeLessThan(SECONDS)
    expect(await dispatchOf(held)).toBe('unknown')
    expect(await dispatchOf(late)).toBe('queued')
    expect(await takenLinks()).toEqual([held])
  }, 150_000)

  test('with its database unreachable and a provider that hangs it still exits with 0', async ({
    onTestFinished,
  }) => {
    const { app, start, place, untilHeld } = await makeHeld(onTestFinished)
    const database = await startDatabaseProxy(app.database.url)
    onTestFinished(database.stop)
    const { product, url } = await start(database.url)
    const held = 'https://instagram.com/held-in-the-dark'
    await place(url, held)
    await untilHeld(held)
    database.darken()
    const { code, ownSeconds } = await product.stop()
    expect(code).toBe(0)
    expect(ownSeconds).toBeLessThan(SECONDS)
  }, 150_000)

  test('stopped while it still starts, it exits with 0, and the next start is not blocked; with its own database frozen it exits with 0 too, and leaves the rest to its watchdog', async ({
    onTestFinished: onFinished,
  }) => {
    const { dataDir, remove } = await makeDataDir()
    onFinished(remove)
    const env = { DATA_DIR: dataDir, SANDBOX_CATALOGUE_SIZE: '10' }
    for (const milliseconds of [300, 1500]) {
      const cut = startScript(env, { onFinished })
      await sleep(milliseconds) // the moment varies
      const { code, ownSeconds } = await cut.stop()
      expect(code ?? 'before it could answer').toBeOneOf([0, 'before it could answer'])
      expect(ownSeconds).toBeLessThan(SECONDS)
    }
    const next = startScript(env, { onFinished })
    const url = await next.ready
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), long)

    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(postmaster)])
    const pids = [postmaster, ...stdout.trim().split(/\s+/).map(Number)]
    for (const pid of pids) signal(pid, 'SIGSTOP')
    const { code, ownSeconds } = await next.stop()
    for (const pid of pids) signal(pid, 'SIGCONT')
    expect(code).toBe(0)
    expect(ownSeconds).toBeLessThan(SECONDS)
    await vi.waitFor(() => expect(existsSync(pidFile)).toBe(false), long)
  }, 150_000)
})

/** A backend may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
