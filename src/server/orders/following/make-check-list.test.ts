import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider } from '#test/factories.ts'
import { fillFollowed } from '#test/fill-orders.ts'

import { type CheckList, makeCheckList } from './make-check-list.ts'

const ORDERS = 2_000
const ROUNDS = 40

let app: TestApp
let providerId: number

beforeAll(async () => {
  app = await makeTestApp()
  providerId = (await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })).id
  await fillFollowed(app.ctx.pool, { providerId, orders: ORDERS, customers: 10 })
  await app.ctx.pool.query('vacuum analyze check_queue')
})
afterAll(() => app.drop())

const look = (list: CheckList) => {
  list.forget()
  return list.look({ leftOut: new Set(), max: 100 })
}

/** The shortest of several, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  let shortest = Infinity
  for (let times = 0; times < 15; times += 1) {
    const begun = performance.now()
    await work()
    shortest = Math.min(shortest, performance.now() - begun)
  }
  return shortest
}

/** Each round asks about everything once, and everything is due again some seconds later. */
async function turnOver() {
  for (let round = 0; round < ROUNDS; round += 1)
    await app.ctx.pool.query(
      "update check_queue set due_at = now() - interval '10 minutes' + $1::int * interval '10 seconds'",
      [round],
    )
  await app.ctx.pool.query('update check_queue set due_at = now()')
}

test('a look costs as much while a long tx keeps the database from cleaning up', async () => {
  const list = makeCheckList(app.ctx, providerId)
  expect((await look(list)).due.length).toBe(100)
  const clean = await timeOf(() => look(list))
  const long = await app.ctx.pool.connect()
  try {
    await long.query(
      'begin isolation level repeatable read; set local idle_in_transaction_session_timeout = 0',
    )
    await long.query('select count(*) from check_queue')
    await turnOver()
    await look(list)
    // A look at all goes through what was asked about since, the list does not.
    const all = await timeOf(() => look(makeCheckList(app.ctx, providerId)))
    const own = await timeOf(() => look(list))
    expect(own).toBeLessThan(clean * 3 + 1)
    expect(all).toBeGreaterThan(own * 1.5)
  } finally {
    long.release(true)
  }
}, 120_000)

test('what becomes due is found, and what is new, whatever was seen before', async () => {
  const list = makeCheckList(app.ctx, providerId)
  await app.ctx.pool.query("update check_queue set due_at = now() + interval '1 hour'")
  const { due, nextMs } = await look(list)
  expect(due).toEqual([])
  expect(nextMs).toBeGreaterThan(3_000_000)
  await app.ctx.pool.query(
    `update check_queue set due_at = now() - interval '1 second'
     where order_id in (select order_id from check_queue order by order_id limit 3)`,
  )
  expect((await look(list)).due.length).toBe(3)
  const [first] = (await look(list)).due
  const leftOut = new Set([`${first?.user_id} ${first?.order_id} order 0`])
  expect((await list.look({ leftOut, max: 100 })).due.length).toBe(2)
})
