import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  adminCompleteOrder,
  adminRefundOrder,
  adminRetryOrder,
  cancelOrder,
  getAdminOrder,
  getOrder,
  getOrderStatus,
  listAdminOrders,
  listOrders,
  refillOrder,
} from '#contract/orders.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'

import { makeDispatcher } from './dispatch-orders.ts'
import { placeOrder } from './place-order.ts'
import { expireLeases, resolveUnknown } from './resolve-unknown.ts'
import { syncOrders } from './sync-orders.ts'
import { syncRefills } from './sync-refills.ts'

let app: TestApp
let panel: TestPanel
let user: TestUser
let stranger: TestUser
let admin: TestUser
let service: { id: number }

beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
  stranger = await makeUser(app.ctx)
})
afterAll(() => app.drop())
beforeEach(async () => {
  await app.ctx.db
    .updateTable('orders')
    .set({ dispatch_at: new Date('2100-01-01') })
    .where('dispatch', '<>', 'accepted')
    .execute()
  await app.ctx.db
    .updateTable('orders')
    .set({ check_at: new Date('2100-01-01') })
    .where('check_at', 'is not', null)
    .execute()
  panel = await startPanel(app.ctx)
  user = await makeUser(app.ctx, { balance: '100' })
  service = await makeService(app.ctx, {
    refill: true,
    cancel: true,
    supply: { providerId: panel.provider.id, service: '2' },
  })
})
afterEach(async () => {
  await auditMoney(app.ctx)
  await panel.stop()
})

async function place(link = 'https://example.com/x') {
  const body = { service_id: service.id, link, quantity: 1000 }
  return BigInt((await placeOrder(app.ctx, { userId: user.id, body })).order.id)
}

async function dispatch() {
  const dispatcher = makeDispatcher(app.ctx)
  await dispatcher.pump()
  await dispatcher.stop()
}

async function orderOf(id: bigint) {
  return app.ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function placeAt(status: string, remains?: number) {
  const id = await place()
  await dispatch()
  const { provider_order: there } = await orderOf(id)
  await panel.move(String(there), { status, ...(remains === undefined ? {} : { remains }) })
  await app.ctx.db
    .updateTable('orders')
    .set({ check_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await syncOrders(app.ctx)
  return { id, there: String(there) }
}

async function placeInReview() {
  await panel.fault('error_500_after')
  const id = await place()
  await dispatch()
  await app.ctx.db
    .updateTable('orders')
    .set({ dispatch_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await expireLeases(app.ctx)
  await resolveUnknown(app.ctx)
  expect((await orderOf(id)).dispatch).toBe('review')
  return id
}

const as = (who: TestUser, id: bigint | number) => ({ token: who.token, params: { id } })

describe('canceling', () => {
  test('in the queue: at once, refunded once however often it is asked, and it is never sent', async () => {
    const id = await place()
    const answers = await Promise.all(Array.from({ length: 6 }, () => app.call(cancelOrder, as(user, id))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    await dispatch()
    expect(await orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: usd('1.2'), attempts: 0 })
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('100'))
    expect((await panel.adds()).length).toBe(0)
  })

  test('racing the sending: each order is either canceled and refunded or sent, never both', async () => {
    user = await makeUser(app.ctx, { balance: '1000' })
    const ids = await Promise.all(Array.from({ length: 30 }, () => place()))
    const dispatcher = makeDispatcher(app.ctx)
    const pumping = Promise.all(Array.from({ length: 8 }, () => dispatcher.pump()))
    const answers = await Promise.all(ids.map((id) => app.call(cancelOrder, as(user, id))))
    await pumping
    await dispatcher.stop()
    await dispatch()
    await dispatch()
    await dispatch()
    await dispatch()
    await dispatch()
    const orders = await Promise.all(ids.map(orderOf))
    const canceled = orders.filter(({ status }) => status === 'CANCELED')
    const sent = orders.filter(({ dispatch: state }) => state === 'accepted')
    expect(canceled.length + sent.length).toBe(30)
    expect((await panel.adds()).length).toBe(sent.length)
    expect(canceled.every(({ refunded, attempts }) => refunded === usd('1.2') && attempts === 0)).toBe(true)
    expect(answers.length).toBe(30)
  })

  test('with the provider: asked of it once, and refunded when it says so', async () => {
    const { id } = await placeAt('Pending')
    const answers = await Promise.all([
      app.call(cancelOrder, as(user, id)),
      app.call(cancelOrder, as(user, id)),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await panel.calls('cancel')).length).toBe(1)
    expect(await orderOf(id)).toMatchObject({ status: 'PENDING', refunded: 0n })
    const { provider_order: there } = await orderOf(id)
    await panel.move(String(there), { status: 'Canceled' })
    await app.ctx.db
      .updateTable('orders')
      .set({ check_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await syncOrders(app.ctx)
    expect(await orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: usd('1.2') })
  })

  test('not where the service does not allow it, nor when it is under way, unknown or over', async () => {
    service = await makeService(app.ctx, { supply: { providerId: panel.provider.id, service: '1' } })
    const ids = [
      (await placeAt('Pending')).id,
      (await placeAt('In progress')).id,
      (await placeAt('Completed')).id,
      await placeInReview(),
    ]
    for (const id of ids) {
      const { status, body } = await app.call(cancelOrder, as(user, id))
      expect([status, body.code]).toEqual([409, 'cancel_not_available'])
    }
  })
})

describe('refills', () => {
  test('asked twice at once: one is asked of the provider; the order comes back when it is done', async () => {
    const { id } = await placeAt('Completed')
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.call(refillOrder, as(user, id))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 200)?.json).toEqual({
      success: true,
      message: 'Refill requested successfully',
    })
    expect((await panel.calls('refill')).length).toBe(1)
    expect((await orderOf(id)).status).toBe('REFILL')
    await panel.settings({})
    await fetch(`${panel.url}/sandbox/speed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"factor":1000}',
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await app.ctx.db
      .updateTable('refills')
      .set({ check_at: new Date(0) })
      .where('order_id', '=', id)
      .execute()
    await syncRefills(app.ctx)
    expect((await orderOf(id)).status).toBe('COMPLETED')
    const { json } = await app.call(getOrder, as(user, id))
    expect(json).toMatchObject({ order: { status: 'COMPLETED', can_refill: true } })
  })

  test('not taken by the provider: 409, and the order is as it was', async () => {
    const { id } = await placeAt('Completed')
    await app.ctx.db.updateTable('orders').set({ provider_order: '424242' }).where('id', '=', id).execute()
    const { status, body } = await app.call(refillOrder, as(user, id))
    expect([status, body.code]).toEqual([409, 'refill_not_available'])
    expect((await orderOf(id)).status).toBe('COMPLETED')
    const { provider_order: there } = await app.ctx.db
      .selectFrom('order_attempts')
      .select('provider_order')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    await app.ctx.db.updateTable('orders').set({ provider_order: there }).where('id', '=', id).execute()
  })

  test('an outcome that is not known is not asked for again', async () => {
    const { id } = await placeAt('Completed')
    await panel.fault('reset', { action: 'refill', taken: true })
    expect((await app.call(refillOrder, as(user, id))).status).toBe(503)
    expect((await app.call(refillOrder, as(user, id))).status).toBe(409)
    const { json } = await app.call(getOrder, as(user, id))
    expect(json).toMatchObject({ order: { status: 'COMPLETED', can_refill: false } })
    expect((await panel.calls('refill')).length).toBe(1)
  })

  test('only for what was delivered, of a service that refills', async () => {
    const pending = await place()
    service = await makeService(app.ctx, { supply: { providerId: panel.provider.id, service: '1' } })
    for (const id of [pending, (await placeAt('Completed')).id]) {
      const { status, body } = await app.call(refillOrder, as(user, id))
      expect([status, body.code]).toEqual([409, 'refill_not_available'])
    }
  })
})

describe('reading', () => {
  test('pages by cursor and by number, filters in any case, searches, and counts without counting', async () => {
    const ids = [
      await place('https://example.com/one'),
      await place('https://example.com/two_%'),
      await place('https://example.com/three'),
    ]
    await app.call(cancelOrder, as(user, ids[0] ?? 0n))
    const list = async (query: Record<string, string> = {}) =>
      (await app.call(listOrders, { token: user.token, query })).body
    const numbers = ids.map(Number)
    const first = await list({ limit: '2' })
    expect(first.orders.map(({ id }) => id)).toEqual([numbers[2], numbers[1]])
    const second = await list({ limit: '2', cursor: String(first.next_cursor) })
    expect([second.orders.map(({ id }) => id), second.next_cursor]).toEqual([[numbers[0]], null])
    expect(first.counts).toMatchObject({ all: 3, pending: 2, canceled: 1, completed: 0 })
    const page = await list({ limit: '2', page: '2' })
    expect([page.orders.map(({ id }) => id), page.pagination]).toEqual([
      [numbers[0]],
      { totalItems: 3, totalPages: 2 },
    ])
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
    expect((await app.call(listOrders, { token: user.token, query: { status: 'nonsense' } })).status).toBe(
      400,
    )
    expect((await app.call(listOrders, { token: user.token, query: { cursor: 'x' } })).status).toBe(400)
  })

  test("another's order: 404 by its id, 403 by user_id, on every call; an admin may look", async () => {
    const id = await place()
    const query = { user_id: String(user.id) }
    for (const endpoint of [getOrder, getOrderStatus, refillOrder, cancelOrder]) {
      expect((await app.call(endpoint, as(stranger, id))).status).toBe(404)
      expect((await app.call(endpoint, { ...as(stranger, id), query })).status).toBe(403)
      expect((await app.call(endpoint, { params: { id } })).status).toBe(401)
    }
    expect((await app.call(listOrders, { token: stranger.token, query })).status).toBe(403)
    const { json } = await app.call(getOrder, { ...as(admin, id), query })
    expect(json).toMatchObject({ order: { id: Number(id), events: [{ message: 'Order Created' }] } })
    expect(await orderOf(id)).toMatchObject({ status: 'PENDING', refunded: 0n })
  })
})

describe('the desk', () => {
  test('sends again what a person says was not taken, once', async () => {
    const id = await placeInReview()
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        app.call(adminRetryOrder, { ...as(admin, id), body: { reason: 'asked them' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await dispatch()
    await dispatch()
    const { body } = await app.call(getAdminOrder, as(admin, id))
    expect(body.order.dispatch).toMatchObject({
      state: 'accepted',
      attempts: [
        { number: 2, state: 'accepted' },
        { number: 1, state: 'unknown' },
      ],
    })
    expect(body.order.events.map(({ type }) => type)).toContain('staff')
    const { body: own } = await app.call(getOrder, as(user, id))
    expect(own.order.events.map(({ type }) => type)).not.toContain('staff')
  })

  test("follows an order under the id that a person found, unless it is another's", async () => {
    const { id: other, there } = await placeAt('Pending')
    const id = await placeInReview()
    const taken = await app.call(adminCompleteOrder, { ...as(admin, id), body: { provider_order: there } })
    expect([taken.status, taken.body.code]).toEqual([409, 'state_conflict'])
    const found = (await panel.adds()).map(({ order }) => String(order)).find((order) => order !== there)
    expect(
      (await app.call(adminCompleteOrder, { ...as(admin, id), body: { provider_order: found } })).status,
    ).toBe(200)
    expect(await orderOf(id)).toMatchObject({
      dispatch: 'accepted',
      status: 'PENDING',
      provider_order: found,
    })
    expect(await orderOf(other)).toMatchObject({ provider_order: there })
  })

  test('refunds what is left, once, and completes what was delivered', async () => {
    const partial = await placeAt('Partial', 250)
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => app.call(adminRefundOrder, { ...as(admin, partial.id), body: {} })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await orderOf(partial.id)).toMatchObject({ status: 'REFUNDED', refunded: usd('1.2') })
    const review = await placeInReview()
    expect((await app.call(adminCompleteOrder, { ...as(admin, review), body: {} })).status).toBe(200)
    expect(await orderOf(review)).toMatchObject({ status: 'COMPLETED', refunded: 0n })
    expect((await app.call(adminRetryOrder, { ...as(admin, review), body: {} })).status).toBe(409)
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('98.8'))
  })

  test('lists everyone newest first, by state, by email, by id, and is for admins alone', async () => {
    const id = await placeInReview()
    const list = async (query: Record<string, string>) =>
      (await app.call(listAdminOrders, { token: admin.token, query })).body.orders
    expect((await list({ dispatch: 'review' }))[0]).toMatchObject({
      id: Number(id),
      user_email: user.email,
      dispatch: { state: 'review' },
    })
    for (const search of [String(id), user.email, 'example.com/x'])
      expect(
        (await list({ search })).map((one) => one.id),
        search,
      ).toContain(Number(id))
    expect(await list({ status: 'refunded', user_id: String(user.id) })).toEqual([])
    for (const endpoint of [getAdminOrder, adminRefundOrder, adminRetryOrder, adminCompleteOrder])
      expect(
        (await app.call(endpoint, { ...as(user, id), body: endpoint.method === 'POST' ? {} : undefined }))
          .status,
      ).toBe(403)
    expect((await app.call(getAdminOrder, as(admin, 999_999_999))).status).toBe(404)
  })
})
