import { expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { cancelOrder } from '#server/modules/orders/cancel/cancel-order.ts'
import { requestRefill } from '#server/modules/orders/refills/request-refill.ts'
import { countRows } from '#test/count-rows.ts'
import { makeUser } from '#test/factories.ts'
import { fillPolled, fillQueued } from '#test/fill-orders.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import {
  countRestoredOrders,
  reviewRestoredCancels,
  reviewRestoredOrders,
  reviewRestoredRefills,
} from './review-restored.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

const HOUR_MS = 3_600_000
const takenAt = () => new Date(bench.ctx.clock().getTime() - HOUR_MS)
/** Reviews orders of this test's customer, who has the last ones. */
const at = (orderId: bigint) => ({ userId: bench.user.id, orderId })
const review = (after: bigint, limit = 1_000) =>
  transact(bench.ctx, (tx) => reviewRestoredOrders(tx, { takenAt: takenAt(), after: at(after), limit }))

test('a queued order gets an attempt with an unknown outcome at its provider, and nothing sends it again', async () => {
  const id = await bench.place()
  await review(id - 1n)
  expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'unknown', review_code: 'restored', attempts: 1 })
  const [attempt] = await bench.attemptsOf(id)
  expect(attempt).toMatchObject({
    state: 'unknown',
    provider_id: bench.panel.provider.id,
    provider_service: '2',
  })
  await bench.letTimePass(id)
  expect(await bench.panel.adds()).toEqual([])
  expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'review', review_code: 'restored' })
  expect(await bench.evidenceOf(id, 'balance')).toBeDefined()
})

test("an order that waited for a supply goes to review at its service's current one; a manual order stays", async () => {
  const { db } = bench.ctx
  const [found, none] = [await bench.place(), await bench.place()]
  const rows = db.updateTable('dispatch_queue').set({ provider_id: null, supply_id: null, due_at: null })
  await rows.where('order_id', 'in', [found, none]).execute()
  const bare = await db
    .insertInto('services')
    .columns([
      'category_id',
      'platform',
      'name',
      'name_original',
      'type',
      'rate',
      'min',
      'max',
      'refill',
      'cancel',
    ])
    .expression((of) =>
      of
        .selectFrom('services')
        .select([
          'category_id',
          'platform',
          'name',
          'name_original',
          'type',
          'rate',
          'min',
          'max',
          'refill',
          'cancel',
        ])
        .where('id', '=', bench.service.id),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const count = async () => (await countRestoredOrders(db, { takenAt: takenAt() })).orders
  const before = await count()
  await db.updateTable('orders').set({ service_id: bare.id }).where('id', '=', none).execute()
  expect(await count()).toBe(before - 1)
  expect(await review(found - 1n)).toEqual({ count: 1, upTo: at(none) })
  expect(await bench.attemptsOf(found)).toMatchObject([{ provider_id: bench.panel.provider.id }])
  expect(await bench.attemptsOf(none)).toEqual([])
  expect(await bench.orderOf(none)).toMatchObject({ dispatch: 'queued', review_code: null })
  await bench.letTimePass(none)
  expect(await bench.panel.adds()).toEqual([])
})

test('an order in review gets new evidence, and its lasting review also says that it was restored', async () => {
  const id = await bench.place()
  await review(id - 1n)
  await bench.letTimePass(id)
  await bench.ctx.pool.query(
    `update orders set review_code = 'accepted_too_late', review_details = '{"number": 1, "provider_order": "7"}' where id = $1`,
    [id],
  )
  await bench.ctx.pool.query(
    `update order_attempts set fault = '{"code": "no_answer", "details": {}}', evidence = jsonb_set(evidence, '{0,after}', '"1"') where order_id = $1`,
    [id],
  )
  await review(id - 1n)
  expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'unknown', review_code: 'accepted_too_late' })
  await bench.letTimePass(id)
  expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'review', review_code: 'accepted_too_late' })
  expect(await bench.attemptsOf(id)).toMatchObject([
    { state: 'unknown', fault: { code: 'no_answer', details: {} } },
  ])
  const { rows } = await bench.ctx.pool.query('select evidence from order_attempts where order_id = $1', [id])
  const balances = rows[0].evidence.filter(({ code }: { code: string }) => code === 'balance')
  expect(balances).toHaveLength(1)
  expect(balances[0].after).not.toBe('1')
})

test('each part of the queue starts after the last order of the previous one, across customers', async () => {
  const [first, second, third] = [await bench.place(), await bench.place(), await bench.place()]
  expect(await review(first - 1n, 2)).toEqual({ count: 2, upTo: at(second) })
  expect(await review(second, 2)).toEqual({ count: 1, upTo: at(third) })
  expect(await review(third, 2)).toEqual({ count: 0, upTo: null })
  const other = await makeUser(bench.ctx, { balance: '100' })
  const body = { service_id: bench.service.id, link: 'https://example.com/other', quantity: 100 }
  const placed = await bench.app.call(createOrder, { token: other.token, body })
  const last = { userId: other.id, orderId: BigInt(placed.body.order.id) }
  expect(await review(second, 3)).toEqual({ count: 2, upTo: last })
})

test('orders with a pending cancel or refill request are flagged, and old ones are not', async () => {
  const { id: canceled } = await bench.placeAccepted()
  const { id: refilled } = await bench.placeAt('Completed')
  const { id: idle } = await bench.placeAccepted()
  await cancelOrder(bench.ctx, { userId: bench.user.id, id: canceled })
  await requestRefill(bench.ctx, { userId: bench.user.id, id: refilled })
  await bench.ctx.pool.query(`update refills set state = 'asking' where order_id = $1`, [refilled])
  await bench.ctx.pool.query(
    `update orders set cancel_awaited_until = now() - interval '1 day' where id = $1`,
    [idle],
  )
  const since = { takenAt: takenAt() }
  expect(await countRestoredOrders(bench.ctx.db, since)).toMatchObject({ cancels: 1, refills: 1 })
  expect(await transact(bench.ctx, (tx) => reviewRestoredCancels(tx, since))).toBe(1)
  expect(await transact(bench.ctx, reviewRestoredRefills)).toBe(1)
  const codes = [canceled, refilled, idle].map(async (id) => (await bench.orderOf(id)).review_code)
  expect(await Promise.all(codes)).toEqual(['cancel_unknown', 'refill_unknown', null])
  expect(await countRestoredOrders(bench.ctx.db, since)).toMatchObject({ cancels: 0, refills: 0 })
  expect(await transact(bench.ctx, (tx) => reviewRestoredCancels(tx, since))).toBe(0)
})

test('a part reads only its own orders, however many others there are, queued or not', async () => {
  const { pool } = bench.app.database
  const fill = { providerId: bench.panel.provider.id, customers: 20, orders: 10_000 }
  await fillPolled(pool, fill)
  await fillQueued(pool, fill)
  await pool.query('analyze dispatch_queue, orders, order_attempts')
  const rows = await countRows(bench.ctx.db, {
    tables: ['dispatch_queue', 'orders', 'order_attempts', 'supplies'],
    work: (db) => {
      const after = { userId: 0, orderId: 0n }
      return reviewRestoredOrders(db as Tx, { takenAt: takenAt(), after, limit: 20 })
    },
  })
  expect(rows).toBeLessThan(500)
})
