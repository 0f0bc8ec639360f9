import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { DB } from '#server/lib/postgres/tables.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { makeProvider } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'
import { makeQueueQuiet } from '#test/quiet-queue.ts'

import { type PollList, makePollList } from './make-poll-list.ts'

const ORDERS = 2_000
const ROUNDS = 40

let app: TestApp
let providerId: number

beforeAll(async () => {
  app = await makeTestApp()
  providerId = (await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })).id
  await fillPolled(app.ctx.pool, { providerId, orders: ORDERS, customers: 10 })
  await makeQueueQuiet(app.database.pool, 'poll_queue')
})
afterAll(() => app.drop())

const look = (list: PollList) => {
  list.reset()
  return list.list({ leftOut: new Set(), max: 100 })
}

/** Each round polls everything once, and everything is due again some seconds later. */
async function turnOver() {
  for (let round = 0; round < ROUNDS; round += 1)
    await app.ctx.pool.query(
      "update poll_queue set due_at = now() - interval '10 minutes' + $1::int * interval '10 seconds'",
      [round],
    )
  await app.ctx.pool.query('update poll_queue set due_at = now()')
}

/** Blocks read by a query. */
function costOf(bound: { db: Kysely<DB> }, list: PollList): Promise<number> {
  return countBlocks(app.ctx.db, {
    table: 'poll_queue',
    work: async (db) => {
      bound.db = db
      await look(list)
    },
  })
}

test('reading it costs the same while a long tx blocks vacuum', async () => {
  const bound = { db: app.ctx.db }
  const list = makePollList(bound, providerId)
  expect((await look(list)).due.length).toBe(100)
  const clean = await costOf(bound, list)
  const long = await app.ctx.pool.connect()
  try {
    await long.query(
      'begin isolation level repeatable read; set local idle_in_transaction_session_timeout = 0',
    )
    await long.query('select count(*) from poll_queue')
    await turnOver()
    await costOf(bound, list)
    // A full query reads what was polled since; the list does not.
    const all = await costOf(bound, makePollList(bound, providerId))
    const own = await costOf(bound, list)
    expect(own).toBeGreaterThan(0)
    expect(own).toBeLessThan(clean * 5)
    expect(all).toBeGreaterThan(own * 3)
  } finally {
    long.release(true)
  }
}, 120_000)

test('due and new entries are found, whatever was read before', async () => {
  const list = makePollList(app.ctx, providerId)
  await app.ctx.pool.query("update poll_queue set due_at = now() + interval '1 hour'")
  const { due, nextMs } = await look(list)
  expect(due).toEqual([])
  expect(nextMs).toBeGreaterThan(3_000_000)
  await app.ctx.pool.query(
    `update poll_queue set due_at = now() - interval '1 second'
     where order_id in (select order_id from poll_queue order by order_id limit 3)`,
  )
  expect((await look(list)).due.length).toBe(3)
  const [first] = (await look(list)).due
  const leftOut = new Set([`${first?.user_id} ${first?.order_id} order 0`])
  expect((await list.list({ leftOut, max: 100 })).due.length).toBe(2)
})
