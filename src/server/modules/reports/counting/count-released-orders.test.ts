import { Kysely, PostgresDialect } from 'kysely'
import { expect, test, vi } from 'vitest'

import { adminCompleteOrder, adminReleaseOrder } from '#contract/orders/order-actions.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { contextAt } from '#test/context-at.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { pollOrderHere } from '#server/modules/orders/polling/poll-order.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'
import { makeUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { stayInOneDay } from '#test/stay-in-one-day.ts'

import { countSlice, makeDayCounter, recountAllDays } from './count-days.ts'
import { makeSliceCounter } from './count-slices.ts'

/** 1000 units sell for $1.20 and cost $0.90. */
const bench = makeOrderBench({ rate: '1.2' })
const DAY_MS = 86_400_000
await stayInOneDay()
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
const noonOf = (daysAgo: number) => new Date(midnight - daysAgo * DAY_MS + DAY_MS / 2)

/** Places, sends and ends an order, each on its own day. */
async function makeEnded(link: string, told: Parameters<typeof bench.panel.move>[1]): Promise<bigint> {
  const userId = bench.user.id
  const id = await contextAt(bench.ctx, noonOf(5), async (past) => {
    const body = { service_id: bench.service.id, link, quantity: 1000 }
    return BigInt((await placeOrder(past, { userId, body })).order.id)
  })
  await contextAt(bench.ctx, noonOf(4), async (past) => {
    const dispatcher = makeDispatcher(past)
    await dispatcher.pump()
    await dispatcher.stop()
  })
  const { provider_order: there } = await bench.orderOf(id)
  await bench.panel.move(there ?? '', told)
  await contextAt(bench.ctx, noonOf(3), (past) => pollOrderHere(past, { userId, id }))
  return id
}

/** A quarter of a day at a time: a busy machine would count and recount in pieces of minutes, 288 per day. */
const inQuarters = { firstMs: DAY_MS / 4 }

async function countAll() {
  const count = makeDayCounter(bench.ctx, inQuarters)
  await vi.waitFor(
    async () => {
      await count()
      const row = await bench.ctx.db.selectFrom('daily_progress').select('counted_until').executeTakeFirst()
      expect(row?.counted_until?.getTime()).toBeGreaterThan(midnight)
    },
    { timeout: 120_000 },
  )
}

/** Figures before today, without rows that have only zeros. */
async function readDays() {
  const { rows } = await bench.ctx.pool.query<{ row: string }>(
    `select * from (
       select 'service ' || daily_services::text as row, day, orders <> 0 or sold <> 0 or refunded <> 0 or cost <> 0 as says
       from daily_services
       union all select 'customer ' || daily_customers::text, day, orders <> 0 or sold <> 0 or refunded <> 0 or cost <> 0
       or deposits <> 0 from daily_customers
       union all select 'total ' || daily_totals::text, day, orders <> 0 or sold <> 0 or refunded <> 0 or cost <> 0
       or deposits <> 0 from daily_totals
     ) counted where says and day < (now() at time zone 'UTC')::date order by row`,
  )
  return rows.map(({ row }) => row)
}

async function readBroken() {
  const lines = await checkInvariants(bench.app.database.url)
  return lines.filter(({ violations }) => violations > 0)
}

test('past days are counted again after a release, even one uncommitted when the next slice started', async () => {
  await bench.ctx.db
    .updateTable('users')
    .set({ created_at: noonOf(9) })
    .execute()
  const admin = await makeUser(bench.ctx, { role: 'admin' })
  const ids = [
    await makeEnded('https://example.com/completed', { status: 'Completed', charge: '0.95' }),
    await makeEnded('https://example.com/partial', { status: 'Partial', remains: 400 }),
    await makeEnded('https://example.com/started', { status: 'In progress' }),
  ]
  await makeEnded('https://example.com/another', { status: 'Completed', charge: '0.8' })
  await countAll()
  expect(await readBroken()).toEqual([])
  const counted = await readDays()
  const release = async (id: bigint | undefined) => {
    const body = { reason: 'it is the other one' }
    const params = { id: id ?? 0n }
    const released = await bench.app.call(adminReleaseOrder, { token: admin.token, params, body })
    expect(released.status).toBe(200)
    expect(await readBroken()).toEqual([])
  }

  const [first, ...others] = ids
  let isReleased = false
  const count = makeSliceCounter(bench.ctx, {
    ...inQuarters,
    progress: 'daily_progress',
    count: async (...slice) => {
      if (!isReleased) await release(first)
      isReleased = true
      await countSlice(...slice)
    },
  })
  await vi.waitFor(
    async () => {
      await count()
      expect(isReleased).toBe(true)
    },
    { timeout: 120_000 },
  )
  expect(await readDays()).toEqual(counted)
  for (const id of others) await release(id)
  await vi.waitFor(
    async () => {
      await count()
      expect(await readDays()).not.toEqual(counted)
    },
    { timeout: 120_000 },
  )
  const left = await readDays()
  expect(await readBroken()).toEqual([])

  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: bench.app.database.pool }) })
  await recountAllDays({ db, events: bench.ctx.events })
  await countAll()
  expect(await readDays()).toEqual(left)
})

test('a released order that is found under another id before the next slice is counted once, on the new day', async () => {
  const admin = await makeUser(bench.ctx, { role: 'admin' })
  const id = await makeEnded('https://example.com/found-again', { status: 'In progress' })
  await countAll()
  const params = { id }
  const reason = 'it is the other one'
  const released = await bench.app.call(adminReleaseOrder, { token: admin.token, params, body: { reason } })
  expect(released.status).toBe(200)
  const found = { reason, provider_order: '987654' }
  expect((await bench.app.call(adminCompleteOrder, { token: admin.token, params, body: found })).status).toBe(
    200,
  )
  const count = makeDayCounter(bench.ctx, inQuarters)
  const before = await readDays()
  await vi.waitFor(
    async () => {
      await count()
      expect(await readDays()).not.toEqual(before)
    },
    { timeout: 120_000 },
  )
  const left = await readDays()
  expect(await readBroken()).toEqual([])
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: bench.app.database.pool }) })
  await recountAllDays({ db, events: bench.ctx.events })
  await countAll()
  expect(await readDays()).toEqual(left)
})
