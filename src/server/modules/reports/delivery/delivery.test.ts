import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { expectationOf, getServiceDelivery } from '#contract/catalogue/delivery.ts'
import { getService } from '#contract/catalogue/catalogue.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { contextAt } from '#test/context-at.ts'
import type { PanelOrderAnswer } from '#server/integrations/panels/panel.ts'
import { type PolledOrder, landStatuses } from '#server/modules/orders/polling/land-statuses.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { makeProvider, makeUser } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'

import { countDeliveries, listCompleted, makeDeliveryCounter, showDeliveries } from './count-deliveries.ts'
import { measureDelivery } from './measure-delivery.ts'

// Longer than most: some hundred orders are delivered at known speeds, and every prediction is checked against them.

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const WAVES = 26
/** One fewer than a prediction needs. */
const WAVE_ORDERS = 9
const DAY_MS = 86_400_000
const began = Math.floor(Date.now() / DAY_MS) * DAY_MS - (WAVES + 10) * DAY_MS

/** Deterministic random numbers. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = makeRandom(20_261_122)
/** Around `middle`, sometimes several times more or less. */
const around = (middle: number) =>
  middle * Math.exp(0.5 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))

type Planned = PolledOrder & { wave: number; quantity: number; begins: number; ends: number }
type Speed = (quantity: number) => { begins: number; ends: number }

/** Unit by unit, or all units at once. */
const byPiece: Speed = (quantity) => {
  const begins = around(600)
  return { begins, ends: begins + quantity * around(2) }
}
const inOneGo: Speed = () => {
  const begins = around(300)
  return { begins, ends: begins + around(3600) }
}

/** Orders of one service, placed and sent. */
async function makePlanned(speed: Speed): Promise<{ serviceId: number; orders: Planned[] }> {
  const { id: providerId } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
  await fillPolled(app.ctx.pool, {
    providerId,
    orders: WAVES * WAVE_ORDERS,
    customers: 3,
    status: 'PENDING',
  })
  const { rows } = await app.ctx.pool.query<PolledOrder & { service_id: number }>(
    `select poll_queue.*, 0::float8 as age_seconds, service_id from poll_queue join orders using (user_id)
     where poll_queue.provider_id = $1 and orders.id = order_id order by order_id`,
    [providerId],
  )
  const orders = rows.map((row, at): Planned => {
    const quantity = Math.round(100 * 50 ** random())
    const { begins, ends } = speed(quantity)
    return { ...row, wave: at % WAVES, quantity, begins: Math.round(begins), ends: Math.round(ends) }
  })
  await change(app.ctx, orders, 'quantity', 'quantity = figure, remains = figure')
  return { serviceId: rows[0]?.service_id ?? 0, orders }
}

async function change(
  { pool }: Context,
  orders: readonly Planned[],
  by: 'quantity' | 'begins' | 'ends',
  set: string,
): Promise<void> {
  await pool.query(
    `update orders set ${set} from unnest($1::int[], $2::bigint[], $3::int[]) planned (user_id, id, figure)
     where orders.user_id = planned.user_id and orders.id = planned.id`,
    [
      orders.map(({ user_id: userId }) => userId),
      orders.map(({ order_id: id }) => id),
      orders.map((order) => order[by]),
    ],
  )
}

const said = (status: 'PROCESSING' | 'COMPLETED', remains: number): PanelOrderAnswer => ({
  status,
  raw: status,
  startCount: 10,
  remains,
  charge: '0.009',
  currency: 'USD',
})

/** Completes them, each at its own time after placing. */
async function deliver(orders: readonly Planned[], time: Date): Promise<void> {
  await contextAt(app.ctx, time, async (past) => {
    await change(past, orders, 'begins', 'created_at = tally_now() - make_interval(secs => figure)')
    const begun = orders.map((order) => [order.provider_ref, said('PROCESSING', order.quantity)] as const)
    await landStatuses(past, orders, new Map(begun))
    await change(past, orders, 'ends', 'created_at = tally_now() - make_interval(secs => figure)')
    await landStatuses(past, orders, new Map(begun.map(([ref]) => [ref, said('COMPLETED', 0)])))
  })
}

test('an estimate covers 80 % of the orders of that service, and needs at least ten', async () => {
  const { token } = await makeUser(app.ctx)
  const services = [await makePlanned(byPiece), await makePlanned(inOneGo)]
  const read = async (id: number) =>
    (await app.call(getServiceDelivery, { token, params: { id } })).body.delivery
  const held: boolean[] = []
  for (let wave = 0; wave < WAVES; wave += 1) {
    const from = began + wave * DAY_MS
    const delivered: Planned[] = []
    for (const { serviceId, orders } of services) {
      const own = orders.filter((order) => order.wave === wave)
      const delivery = await read(serviceId)
      expect(delivery?.orders).toBe(wave < 2 ? undefined : Math.min(200, wave * WAVE_ORDERS))
      for (const { quantity, ends } of own) {
        const expected = delivery === null ? undefined : expectationOf(delivery, quantity)
        if (expected !== undefined) held.push(expected.from_seconds <= ends && ends <= expected.until_seconds)
      }
      delivered.push(...own)
    }
    await deliver(delivered, new Date(from + DAY_MS / 2))
    const slice = { from: new Date(from), until: new Date(from + DAY_MS), day: '' }
    await transact(app.ctx, (tx) => countDeliveries(tx, slice))
  }
  const share = held.filter(Boolean).length / held.length
  expect(held.length).toBeGreaterThan(400)
  expect(share).toBeGreaterThan(0.75)
  expect(share).toBeLessThan(0.85)

  const kept = await app.ctx.db.selectFrom('delivery_times').selectAll().orderBy('service_id').execute()
  // Measured by quantity only if larger orders take longer.
  expect(kept.map(({ delivery }) => delivery)).toEqual([
    expect.objectContaining({ seconds_per_unit: expect.closeTo(2, 0) }),
    expect.objectContaining({ seconds_per_unit: 0 }),
  ])
  await recountAllDays()
  expect(await app.ctx.db.selectFrom('delivery_times').selectAll().orderBy('service_id').execute()).toEqual(
    kept.map((row) => ({ ...row, shown_seconds: median(row.ends), shown_orders: 200 })),
  )
  for (const { service_id: id, ends } of kept) {
    const { body } = await app.call(getService, { params: { id } })
    expect(body.measured_time).toEqual({ seconds: median(ends), orders: 200 })
  }
  await auditMoney(app.ctx)
})

test('orders in progress when sampling began have no start time, and still count for the end', async () => {
  const { serviceId, orders } = await makePlanned(byPiece)
  const { pool } = app.database
  const since = new Date(began + 40 * DAY_MS)
  const later = orders.filter(({ wave }) => wave === 1)
  const underWay = orders.filter(({ wave }) => wave === 0)
  // Their first sample is even later: as late as the last.
  await deliver(underWay, new Date(since.getTime() - DAY_MS))
  await change(app.ctx, underWay, 'ends', 'samples = array[figure, quantity]')
  await deliver(later, new Date(since.getTime() + 10 * DAY_MS))
  const slice = { from: new Date(began), until: new Date(since.getTime() + 11 * DAY_MS), day: '' }
  const runs = async () =>
    transact(app.ctx, async (tx) => {
      const rows = await listCompleted(tx, slice)
      return rows.filter((row) => row.service_id === serviceId).map(({ begins }) => begins !== null)
    })
  await pool.query('update delivery_progress set samples_since = $1', [since])
  expect((await runs()).toSorted()).toEqual([...underWay.map(() => false), ...later.map(() => true)])
  await pool.query(`update delivery_progress set samples_since = '-infinity'`)
  expect(await runs()).not.toContain(false)

  const known = Array.from({ length: 12 }, (_, at) => ({ quantity: 100, begins: 10 + at, ends: 500 }))
  const late = known.map((run) => ({ ...run, begins: null }))
  expect(measureDelivery([...late, ...known])).toMatchObject({
    orders: 24,
    begins_until_seconds: measureDelivery(known)?.begins_until_seconds,
  })
  expect(measureDelivery([...late, ...known.slice(0, 3)])).toMatchObject({
    seconds_per_unit: 0,
    begins_from_seconds: 0,
    begins_until_seconds: 500,
  })
})

test('an unfinished count, of another process too, is not shown', async () => {
  const shownAt = async (countedUntil: Date) => {
    await app.ctx.db
      .updateTable('delivery_progress')
      .set({ counted_until: countedUntil, shown_at: null })
      .execute()
    // Like a process that finds the row locked by another.
    await showDeliveries(app.ctx)
    const shown = app.ctx.db.selectFrom('delivery_progress').select('shown_at')
    return (await shown.executeTakeFirstOrThrow()).shown_at
  }
  expect(await shownAt(new Date(began + DAY_MS))).toBeNull()
  expect(await shownAt(new Date())).not.toBeNull()
})

function median(seconds: readonly number[]): number {
  const ascending = seconds.toSorted((one, other) => one - other)
  const middle = (ascending.length - 1) / 2
  return Math.round(((ascending[Math.floor(middle)] ?? 0) + (ascending[Math.ceil(middle)] ?? 0)) / 2)
}

/** Runs the job from the beginning. */
async function recountAllDays(): Promise<void> {
  await app.database.pool.query('update users set created_at = $1', [new Date(began)])
  await app.database.pool.query('truncate delivery_times, service_outcomes')
  const work = makeDeliveryCounter(app.ctx, { firstMs: DAY_MS })
  await vi.waitFor(
    async () => {
      await work()
      const { shown_at: shownAt } = await app.ctx.db
        .selectFrom('delivery_progress')
        .select('shown_at')
        .executeTakeFirstOrThrow()
      expect(shownAt).not.toBeNull()
    },
    { timeout: 60_000, interval: 1 },
  )
}
