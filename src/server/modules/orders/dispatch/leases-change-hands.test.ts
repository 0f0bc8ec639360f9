import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { auditMoney } from '#test/audit.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider } from '#test/factories.ts'
import { type FastPanel, inProgress, startFastPanel } from '#test/fast-panel.ts'
import { fillQueued } from '#test/fill-orders.ts'
import { setRole, startLeaseWorker } from '#test/start-lease-worker.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
  await app.ctx.db.deleteFrom('providers').execute()
})
afterAll(() => app.drop())

const AT_ONCE = 4
const soon = { timeout: 150_000, interval: 50 }

type Queued = FastPanel & { userIds: number[] }

async function makeQueued({ orders, delayMs }: { orders: number; delayMs: number }): Promise<Queued> {
  const panel = await startFastPanel(inProgress, delayMs)
  onTestFinished(() => panel.stop())
  const { id: providerId } = await makeProvider(app.ctx, panel)
  await app.ctx.db
    .updateTable('providers')
    .set({ calls_at_once: AT_ONCE, calls_per_second: 100 })
    .where('id', '=', providerId)
    .execute()
  const userIds = await fillQueued(app.ctx.pool, { providerId, orders, customers: 20 })
  return { ...panel, userIds }
}

/** Resolves when each panel got this many more orders. */
async function untilTaken(panels: readonly FastPanel[], more: number) {
  const before = panels.map(({ adds }) => adds.length)
  const isEnough = () => panels.every(({ adds }, at) => adds.length >= (before[at] ?? 0) + more)
  await expect.poll(isEnough, soon).toBe(true)
}

/** The highest number of concurrent sends. */
function mostAtOnce({ adds }: FastPanel): number {
  return Math.max(
    ...adds.map(
      ({ beganAt }) =>
        adds.filter((other) => other.beganAt <= beganAt && (other.endedAt ?? Infinity) > beganAt).length,
    ),
  )
}

async function statesOf(userIds: number[]): Promise<Record<string, number>> {
  const { rows } = await app.ctx.pool.query<{ state: string; count: number }>(
    `select case when place.token is not null and dispatch = 'queued' then 'sending' else dispatch end as state,
       count(*)::int as count
     from orders left join dispatch_queue place on place.user_id = orders.user_id and place.order_id = orders.id
     where orders.user_id = any($1) group by 1`,
    [userIds],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const linksOf = ({ adds }: FastPanel) => adds.map(({ link }) => link)

test('while workers start, stop and are suspended, each order is sent once, none is lost, and the rate is kept', async () => {
  const ORDERS = 160
  const panels = [
    await makeQueued({ orders: ORDERS, delayMs: 40 }),
    await makeQueued({ orders: ORDERS, delayMs: 40 }),
  ]
  const [second, third] = [await app.another(), await app.another()]
  const first = await startLeaseWorker(app)
  await untilTaken(panels, 20)

  // A new process gets its share; the other one stops gracefully.
  const newcomer = await startLeaseWorker(second)
  await untilTaken(panels, 40)
  await first.stop()
  await untilTaken(panels, 20)
  for (const panel of panels) expect(mostAtOnce(panel)).toBeLessThanOrEqual(AT_ONCE)

  // The last one is suspended while sending; its leases expire, and another process takes them.
  newcomer.freeze(10_000)
  await setRole(second.ctx, 'web')
  const heir = await startLeaseWorker(third)
  await app.ctx.pool.query("update provider_leases set until = now() - interval '1 second'")
  await untilTaken(panels, 20)
  newcomer.wake()
  await setRole(second.ctx, 'worker')

  for (const { userIds } of panels)
    await expect.poll(() => statesOf(userIds), soon).toEqual({ accepted: ORDERS })
  for (const panel of panels) {
    expect(panel.adds.length).toBe(ORDERS)
    expect(new Set(linksOf(panel)).size).toBe(ORDERS)
    // Sends that were running when it was suspended, plus those of the next holder.
    expect(mostAtOnce(panel)).toBeLessThanOrEqual(2 * AT_ONCE)
  }
  await Promise.all([newcomer.stop(), heir.stop()])
  await auditMoney(app.ctx)
}, 360_000)
