import { afterAll, beforeAll, expect, test } from 'vitest'

import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { deleteOldRows } from '#test/delete-old-rows.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser } from '#test/factories.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

test('a key expires after 30 days and not before', async () => {
  const { token } = await makeUser(app.ctx, { balance: '10' })
  const { id } = await makeService(app.ctx, { rate: '1' })
  const place = (key: string) =>
    app.call(createOrder, {
      token,
      body: { service_id: id, link: 'https://example.com/a', quantity: 100 },
      headers: { 'idempotency-key': key },
    })
  const [older, newer] = [await place('older'), await place('newer')]
  const age = (order: number, days: number) =>
    app.database.pool.query(
      'update orders set created_at = now() - make_interval(days => $2, hours => 1) where id = $1',
      [order, days],
    )
  await age(older.body.order.id, 30)
  await age(newer.body.order.id, 29)

  expect(await deleteOldRows(app.ctx)).toBe(false)

  const again = await place('newer')
  expect([again.body.order.id, again.headers.get('idempotent-replayed')]).toEqual([
    newer.body.order.id,
    'true',
  ])
  expect((await place('older')).body.order.id).not.toBe(older.body.order.id)
})

test('the answer of a mass order is deleted with its key after 30 days and not before, and its orders stay', async () => {
  const { id: userId, token } = await makeUser(app.ctx, { balance: '10' })
  const { id } = await makeService(app.ctx, { rate: '1' })
  const place = async (key: string) => {
    const lines = [{ service_id: id, link: 'https://example.com/a', quantity: 100 }]
    const headers = { 'idempotency-key': key }
    const answer = await app.call(placeMassOrder, { token, body: { lines }, headers })
    return answer.headers.get('idempotent-replayed')
  }
  const age = (key: string, days: number) =>
    app.database.pool.query(
      'update mass_orders set created_at = now() - make_interval(days => $2, hours => 1) where idempotency_key = $1',
      [key, days],
    )
  for (const [key, days] of [
    ['older', 30],
    ['newer', 29],
  ] as const) {
    await place(key)
    await age(key, days)
  }
  expect(await deleteOldRows(app.ctx)).toBe(false)
  expect([await place('newer'), await place('older')]).toEqual(['true', null])
  const { rows } = await app.database.pool.query('select 1 from orders where user_id = $1', [userId])
  expect(rows).toHaveLength(3)
})
