import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { Context } from '#server/context.ts'
import { pollProvider, sendUnderLease } from '#server/modules/orders/orders-jobs.ts'
import { pacerOf } from '#server/modules/providers/pacing/make-pacer.ts'
import { auditMoney } from '#test/audit.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider } from '#test/factories.ts'
import { type FastPanel, inProgress, startFastPanel } from '#test/fast-panel.ts'
import { fillPolled, fillQueued } from '#test/fill-orders.ts'

import { makeDispatcher } from './dispatch-orders.ts'

let app: TestApp
let ctx: Context
beforeAll(async () => {
  app = await makeTestApp()
  ctx = app.ctx
})
afterAll(() => app.drop())

const AT_ONCE = 3
const PER_SECOND = 10
const soon = { timeout: 60_000, interval: 50 }

async function makePaced(delayMs: number): Promise<{ panel: FastPanel; providerId: number }> {
  const panel = await startFastPanel(inProgress, delayMs)
  onTestFinished(() => panel.stop())
  const { id: providerId } = await makeProvider(ctx, panel)
  await ctx.db
    .updateTable('providers')
    .set({ calls_at_once: AT_ONCE, calls_per_second: PER_SECOND })
    .where('id', '=', providerId)
    .execute()
  return { panel, providerId }
}

function send(providerId: number, isHeld: () => boolean = () => true) {
  const dispatcher = makeDispatcher(ctx)
  const work = sendUnderLease(ctx, dispatcher, { providerId, isHeld })
  onTestFinished(() => Promise.all([work.stop(), dispatcher.stop()]).then(() => undefined))
}

test('sending and polling share one rate limit, and neither waits for the other to finish', async () => {
  const { panel, providerId } = await makePaced(60)
  await fillQueued(ctx.pool, { providerId, orders: 40, customers: 4 })
  await fillPolled(ctx.pool, { providerId, orders: 4_000, customers: 40 })
  send(providerId)
  const lease = { providerId, pacer: pacerOf(ctx, providerId), isHeld: () => true }
  const following = pollProvider(ctx, lease)
  onTestFinished(() => following.stop())
  await expect.poll(() => panel.adds.length, soon).toBe(40)
  expect(panel.calls.length).toBeGreaterThan(20)
  await expect.poll(() => panel.calls.length, soon).toBeGreaterThanOrEqual(40)

  const calls = [...panel.adds, ...panel.calls].toSorted((one, other) => one.beganAt - other.beganAt)
  // Calls arrive some time after they start; without a pace it would be 200 ms.
  for (const [at, { beganAt }] of calls.entries())
    expect((calls[at + PER_SECOND]?.beganAt ?? Infinity) - beganAt).toBeGreaterThan(500)
  const atOnce = calls.map(
    ({ beganAt }) =>
      calls.filter((other) => other.beganAt <= beganAt && (other.endedAt ?? Infinity) > beganAt).length,
  )
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(AT_ONCE)
  await auditMoney(ctx)
}, 120_000)

test('a worker whose lease has expired claims nothing more, and sends what it has claimed', async () => {
  const { panel, providerId } = await makePaced(20)
  const userIds = await fillQueued(ctx.pool, { providerId, orders: 40, customers: 4 })
  send(providerId, () => panel.adds.length < 5)
  await expect.poll(() => panel.adds.length, soon).toBeGreaterThanOrEqual(5)
  const waiting = async () => {
    const { rows } = await ctx.pool.query<{ waiting: number; held: number }>(
      `select count(*) filter (where token is null)::int as waiting, count(*) filter (where token is not null)::int as held
       from dispatch_queue where user_id = any($1)`,
      [userIds],
    )
    return rows[0] ?? { waiting: 0, held: 0 }
  }
  await expect.poll(async () => (await waiting()).held, soon).toBe(0)
  const left = (await waiting()).waiting
  expect(left).toBeGreaterThan(40 - 5 - 2 * AT_ONCE)
  // A sender polls every second.
  await sleep(1_500)
  expect(await waiting()).toEqual({ waiting: left, held: 0 })
  expect(panel.adds.length).toBe(40 - left)
}, 120_000)
