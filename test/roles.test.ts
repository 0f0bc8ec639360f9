import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { liveUpdates } from '#contract/site/events.ts'
import { createOrder } from '#contract/orders/order-placing.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { auditMoney } from './audit.ts'
import { makeService, makeUser } from './factories.ts'
import { startPanel, type TestPanel } from './panel.ts'

let app: TestApp
let panel: TestPanel

beforeAll(async () => {
  app = await makeTestApp()
  panel = await startPanel(app.ctx)
})
afterAll(async () => {
  await panel.stop()
  await app.drop()
})

// A failed test must not leave processes: they would keep the run's output open.
const started: { kill(signal: 'SIGKILL'): unknown }[] = []
afterEach(() => {
  for (const one of started.splice(0)) one.kill('SIGKILL')
})

/** As operators start it, on this test's database. */
async function startWorkerProcess() {
  const { databaseUrl = '', dataDir, secretKey } = app.ctx.config
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET_KEY: secretKey }
  const script = join(import.meta.dirname, '../scripts/start.ts')
  const worker = spawn(process.execPath, [script, '--role=worker'], {
    env: { ...env, SANDBOX: 'on', LOG_LEVEL: 'fatal' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  started.push(worker)
  const [said] = await once(createInterface({ input: worker.stdout }), 'line')
  return { worker, said: String(said) }
}

test(
  "one process answers and another works: the worker's events reach a page of the web process",
  { timeout: 180_000 },
  async () => {
    const { worker, said } = await startWorkerProcess()
    expect(said).toBe('Tally & Reach is working the queues')

    const user = await makeUser(app.ctx, { balance: '10' })
    const { id } = await makeService(app.ctx, { supply: { providerId: panel.provider.id, service: '1' } })
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${user.token}` }
    const page = await fetch(app.url + liveUpdates.path, { headers, signal: leaving.signal })
    let text = ''
    const reading = (async () => {
      for await (const chunk of page.body ?? []) text += Buffer.from(chunk).toString()
    })().catch(() => undefined)

    const body = { service_id: id, link: 'https://example.com/roles', quantity: 100 }
    expect((await app.call(createOrder, { token: user.token, body })).status).toBe(201)
    await expect.poll(() => panel.adds(), { timeout: 20_000 }).toHaveLength(1)
    const [taken] = await panel.adds()
    await panel.move(taken?.order ?? 0, { status: 'Completed', remains: 0 })
    await expect.poll(() => text, { timeout: 20_000 }).toContain('"status":"COMPLETED"')
    await expect.poll(() => text, { timeout: 20_000 }).toContain('event: notification')
    await auditMoney(app.ctx)

    worker.kill('SIGTERM')
    expect(await once(worker, 'exit')).toEqual([0, null])
    leaving.abort()
    await reading
  },
)
