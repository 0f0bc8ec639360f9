import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import {
  cancelOrder,
  findOpenOrder,
  getOrder,
  getOrderAgain,
  getOrderStatus,
  listOrders,
  refillOrder,
} from '#contract/orders/orders.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

const as = (who: TestUser, id: bigint | number) => ({ token: who.token, params: { id } })

let admin: TestUser
let stranger: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
  stranger = await makeUser(bench.ctx)
})

describe('reading', () => {
  test('pages by cursor and by number, filters in any case, searches, and counts without counting rows', async () => {
    const ids = [
      await bench.place({ link: 'https://example.com/one' }),
      await bench.place({ link: 'https://example.com/two_%' }),
      await bench.place({ link: 'https://example.com/three' }),
    ]
    await bench.app.call(cancelOrder, as(bench.user, ids[0] ?? 0n))
    const list = async (query: Record<string, string> = {}) =>
      (await bench.app.call(listOrders, { token: bench.user.token, query })).body
    const numbers = ids.map(Number)
    const first = await list({ limit: '2' })
    expect(first.orders.map(({ id }) => id)).toEqual([numbers[2], numbers[1]])
    const second = await list({ limit: '2', cursor: String(first.next_cursor) })
    expect([second.orders.map(({ id }) => id), second.next_cursor]).toEqual([[numbers[0]], null])
    const cursors = await Promise.all(['1', '2', '3'].map((page) => list({ limit: '2', page })))
    expect(cursors.map(({ next_cursor: next }) => next)).toEqual([first.next_cursor, null, null])
    expect(first.counts).toMatchObject({ all: 3, pending: 2, canceled: 1, completed: 0 })
    const page = await list({ limit: '2', page: '2' })
    expect([page.orders.map(({ id }) => id), page.pagination]).toEqual([
      [numbers[0]],
      { totalItems: 3, totalPages: 2 },
    ])
    const several = await list({ status: 'canceled,Pending', page: '1' })
    expect([several.orders.length, several.pagination?.totalItems]).toEqual([numbers.length, numbers.length])
    expect((await list({ status: 'canceled' })).orders.map(({ id }) => id)).toEqual([numbers[0]])
    expect((await list({ status: 'Pending', page: '1', limit: '1' })).pagination).toEqual({
      totalItems: 2,
      totalPages: 2,
    })
    expect((await list({ search: 'TWO_%' })).orders.map(({ id }) => id)).toEqual([numbers[1]])
    expect((await list({ search: String(ids[2]), page: '1' })).pagination).toEqual({
      totalItems: 1,
      totalPages: 1,
    })
    expect(
      (await bench.app.call(listOrders, { token: bench.user.token, query: { status: 'nonsense' } })).status,
    ).toBe(400)
    expect(
      (await bench.app.call(listOrders, { token: bench.user.token, query: { cursor: 'x' } })).status,
    ).toBe(400)
  })

  test('an active order for the same link is found in any spelling of it, until it ends, by its owner only', async () => {
    const first = await bench.place({ link: 'https://www.instagram.com/p/Same/' })
    const newest = await bench.place({ link: 'http://instagram.com/p/Same' })
    await bench.place({ link: 'https://instagram.com/p/Same2' })
    const open = async (link: string, who: TestUser = bench.user) =>
      (await bench.app.call(findOpenOrder, { token: who.token, query: { link } })).body.order
    expect(await open(' instagram.COM/p/Same// ')).toMatchObject({ id: Number(newest), status: 'PENDING' })
    expect(await open('https://instagram.com/p/same')).toBeNull()
    expect(await open('https://instagram.com/p/Sam_')).toBeNull()
    expect(await open('https://instagram.com/p/Same', stranger)).toBeNull()
    expect(await open(' / ')).toBeNull()
    await bench.app.call(cancelOrder, as(bench.user, newest))
    expect(await open('https://instagram.com/p/Same')).toMatchObject({ id: Number(first) })
    await bench.app.call(cancelOrder, as(bench.user, first))
    expect(await open('https://instagram.com/p/Same')).toBeNull()
    const query = { link: 'a', user_id: String(bench.user.id) }
    expect((await bench.app.call(findOpenOrder, { token: stranger.token, query })).status).toBe(403)
  })

  test("an order's input is returned for ordering again, its own texts too, and nothing that staff or the provider added", async () => {
    const mentions = await makeService(bench.ctx, { type: 'Mentions Custom List', min: 1 })
    const body = { service_id: mentions.id, link: 'https://example.com/m', usernames: 'ana\nben, zoë' }
    const placed = await bench.app.call(createOrder, { token: bench.user.token, body })
    const { id } = placed.body.order
    await bench.ctx.db
      .updateTable('orders')
      .set({ details: sql`details || '{"secret":"of the provider"}'` })
      .where('user_id', '=', bench.user.id)
      .where('id', '=', BigInt(id))
      .execute()
    const { body: again } = await bench.app.call(getOrderAgain, as(bench.user, id))
    expect(again.order).toMatchObject({
      id,
      service_id: mentions.id,
      link: 'https://example.com/m',
      quantity: 3,
    })
    expect(again.order.details).toEqual({ usernames: 'ana\nben\nzoë' })
    const listed = await bench.app.call(listOrders, { token: bench.user.token })
    expect(JSON.stringify(listed.json)).not.toContain('zoë')
  })

  test("another user's order: 404 by its id, 403 by user_id, on every call; an admin may read it", async () => {
    const id = await bench.place()
    const query = { user_id: String(bench.user.id) }
    for (const endpoint of [getOrder, getOrderAgain, getOrderStatus, refillOrder, cancelOrder]) {
      expect((await bench.app.call(endpoint, as(stranger, id))).status).toBe(404)
      expect((await bench.app.call(endpoint, { ...as(stranger, id), query })).status).toBe(403)
      expect((await bench.app.call(endpoint, { params: { id } })).status).toBe(401)
    }
    expect((await bench.app.call(listOrders, { token: stranger.token, query })).status).toBe(403)
    const nobody = await bench.app.call(listOrders, { token: stranger.token, query: { user_id: '' } })
    expect([nobody.status, nobody.body.message]).toEqual([400, 'User ID is required'])
    const { json } = await bench.app.call(getOrder, { ...as(admin, id), query })
    expect(json).toMatchObject({
      order: { id: Number(id), events: [{ message: 'Order Created' }], samples: [], expected: null },
    })
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PENDING', refunded: 0n })
  })
})
