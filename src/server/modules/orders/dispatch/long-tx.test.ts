import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { makeProvider } from '#test/factories.ts'
import { fillQueued } from '#test/fill-orders.ts'
import { makeQueueQuiet } from '#test/quiet-queue.ts'
import { makeQueueFront } from '#server/modules/orders/state/queue-front.ts'

import { claimAttempts, findSendingState } from './claim-orders.ts'

const ORDERS = 20_000
const ROUNDS = 3

let app: TestApp
let providerId: number

beforeAll(async () => {
  app = await makeTestApp()
  providerId = (await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })).id
  await fillQueued(app.ctx.pool, { providerId, orders: ORDERS, customers: 100 })
  await makeQueueQuiet(app.database.pool, 'dispatch_queue')
})
afterAll(() => app.drop())

/** The query of a round, with the `after` that its sender knows. */
async function claimOne(after: Date | undefined, db = app.ctx.db) {
  const state = await findSendingState(db, { providerId, after })
  const claimed = await claimAttempts(
    { db, cluster: undefined },
    {
      providerId,
      after,
      tokens: [randomUUID()],
      leaseSeconds: 90,
    },
  )
  expect(claimed.length).toBe(1)
  return state
}

const costOf = (after: Date | undefined) =>
  countBlocks(app.ctx.db, { table: 'dispatch_queue', work: (db) => claimOne(after, db) })

/** Sends what is queued and queues as much again, repeatedly. */
async function turnOver() {
  for (let round = 0; round < ROUNDS; round += 1)
    await app.ctx.pool.query(
      "update dispatch_queue set due_at = now() - interval '10 minutes' + $1::int * interval '10 seconds' where token is null",
      [round],
    )
  await app.ctx.pool.query('update dispatch_queue set due_at = now() where token is null')
  await app.database.pool.query('analyze dispatch_queue')
}

test('a claim costs the same while a long tx blocks vacuum', async () => {
  const clean = await costOf(undefined)
  const long = await app.ctx.pool.connect()
  try {
    await long.query(
      'begin isolation level repeatable read; set local idle_in_transaction_session_timeout = 0',
    )
    await long.query('select count(*) from dispatch_queue')
    await turnOver()
    const front = makeQueueFront()
    const state = await claimOne(front.from())
    front.see({ now: state?.now ?? new Date(), oldest: state?.due_at ?? undefined })
    const all = await costOf(undefined)
    const own = await costOf(front.from())
    expect(own).toBeGreaterThan(0)
    expect(own).toBeLessThan(clean * 5)
    expect(all).toBeGreaterThan(own * 3)
  } finally {
    long.release(true)
  }
}, 120_000)
