import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { startWorker } from '#server/worker.ts'
import { auditMoney } from '#test/audit.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider } from '#test/factories.ts'
import { completed, type FastPanel, inProgress, startFastPanel, type StatusCall } from '#test/fast-panel.ts'
import { fillPolled } from '#test/fill-orders.ts'
import { startProduct } from '#test/start-product.ts'
import { setRole, startLeaseWorker } from '#test/start-lease-worker.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
  await app.ctx.db.deleteFrom('providers').execute()
})
afterAll(() => app.drop())

const ORDERS = 600

async function makePanel(delayMs: number): Promise<FastPanel & { userIds: number[] }> {
  const panel = await startFastPanel(inProgress, delayMs)
  onTestFinished(() => panel.stop())
  const { id: providerId } = await makeProvider(app.ctx, panel)
  await app.ctx.db
    .updateTable('providers')
    .set({ calls_at_once: 4, calls_per_second: 20 })
    .where('id', '=', providerId)
    .execute()
  const userIds = await fillPolled(app.ctx.pool, {
    providerId,
    orders: ORDERS,
    customers: 20,
    status: 'PENDING',
  })
  return { ...panel, userIds }
}

const makeDue = () => app.ctx.pool.query('update poll_queue set due_at = now() where due_at > now()')

/** Under load: polled orders become due again. */
async function untilAsked(panels: readonly FastPanel[], more: number) {
  const before = panels.map(({ calls }) => calls.length)
  const hasMore = async () => {
    await makeDue()
    return panels.every(({ calls }, at) => calls.length >= (before[at] ?? 0) + more)
  }
  await expect.poll(hasMore, { timeout: 15_000, interval: 50 }).toBe(true)
}

/** Orders that were in two concurrent calls. */
function askedTwiceAtOnce(calls: readonly StatusCall[]): number {
  const spans = new Map<string, { beganAt: number; endedAt: number }[]>()
  for (const { ids, beganAt, endedAt = Infinity } of calls)
    for (const id of ids) spans.set(id, [...(spans.get(id) ?? []), { beganAt, endedAt }])
  return [...spans.values()].filter((own) =>
    own.some((one, at) => own.slice(at + 1).some((next) => next.beganAt < one.endedAt)),
  ).length
}

async function readEndings(userIds: number[]) {
  const { rows } = await app.ctx.pool.query(
    `select
      (select count(*)::int from orders where user_id = any($1) and status = 'COMPLETED') as completed,
      (select count(*)::int from order_events where user_id = any($1) and details ->> 'to' = 'COMPLETED') as told,
      (select count(*)::int from notifications where user_id = any($1)) as notified,
      (select count(*)::int from poll_queue where user_id = any($1)) as awaited`,
    [userIds],
  )
  return rows[0]
}
const ended = { completed: ORDERS, told: ORDERS, notified: ORDERS, awaited: 0 }

test('while workers start, stop and are suspended, nothing is polled twice at once for long, and nothing is lost', async () => {
  const panels = [await makePanel(60), await makePanel(60)]
  const [second, third] = [await app.another(), await app.another()]
  const first = await startLeaseWorker(app)
  await untilAsked(panels, 6)

  // A new process gets its share; the other one stops gracefully.
  const newcomer = await startLeaseWorker(second)
  await untilAsked(panels, 12)
  await first.stop()
  await untilAsked(panels, 12)
  expect(panels.map(({ calls }) => askedTwiceAtOnce(calls))).toEqual([0, 0])

  // The last one is suspended during calls. Its leases remain its own until they expire, then another process takes
  // them.
  newcomer.freeze(10_000)
  await setRole(second.ctx, 'web')
  const heir = await startLeaseWorker(third)
  await app.ctx.pool.query("update provider_leases set until = now() - interval '1 second'")
  await untilAsked(panels, 12)
  newcomer.wake()
  await setRole(second.ctx, 'worker')
  await untilAsked(panels, 12)
  // Calls that were running when it was suspended: at most the allowed number of concurrent calls.
  for (const { calls } of panels) expect(askedTwiceAtOnce(calls)).toBeLessThanOrEqual(400)

  for (const panel of panels) panel.answer(completed)
  for (const { userIds } of panels)
    await expect
      .poll(async () => (await makeDue(), readEndings(userIds)), { timeout: 20_000, interval: 300 })
      .toEqual(ended)
  await Promise.all([newcomer.stop(), heir.stop()])
  await auditMoney(app.ctx)
}, 90_000)

test('polls of a killed process are repeated by the next', async () => {
  await app.ctx.db
    .updateTable('poll_queue')
    .set({ due_at: new Date('2100-01-01') })
    .execute()
  const panel = await makePanel(3_000)
  const { databaseUrl = '', dataDir, secretKey } = app.ctx.config
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET_KEY: secretKey }
  const killed = await startProduct('all', env)
  await expect.poll(() => panel.calls.length, { timeout: 15_000, interval: 20 }).toBeGreaterThan(0)
  await killed.kill()
  const asked = panel.calls.length
  const { rows } = await app.ctx.pool.query<{ due: number }>(
    'select count(*)::int as due from poll_queue where due_at <= now()',
  )
  expect(rows[0]?.due).toBe(ORDERS)
  panel.answer(completed)
  const next = startWorker((await app.another()).ctx)
  onTestFinished(next.stop)
  // A lease expires after 10 s.
  await expect.poll(() => readEndings(panel.userIds), { timeout: 40_000, interval: 200 }).toEqual(ended)
  expect(panel.calls.length).toBeGreaterThanOrEqual(asked + ORDERS / 100)
  await auditMoney(app.ctx)
}, 90_000)
