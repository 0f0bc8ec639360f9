import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getOrderStatus } from '#contract/orders.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'

import { checkDelaySeconds } from './check-delay.ts'
import { makeDispatcher } from './dispatch-orders.ts'
import { placeOrder } from './place-order.ts'
import { syncOrders } from './sync-orders.ts'

let app: TestApp
let panel: TestPanel
let user: TestUser
let service: { id: number }

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())
beforeEach(async () => {
  await app.ctx.db
    .updateTable('orders')
    .set({ check_at: null })
    .where('status', 'not in', ['PENDING', 'PROCESSING'])
    .execute()
  panel = await startPanel(app.ctx)
  user = await makeUser(app.ctx, { balance: '100' })
  service = await makeService(app.ctx, {
    rate: '1.2345',
    supply: { providerId: panel.provider.id, service: '1' },
  })
})
afterEach(async () => {
  await auditMoney(app.ctx)
  await app.ctx.db
    .updateTable('orders')
    .set({ check_at: new Date('2100-01-01') })
    .where('check_at', 'is not', null)
    .execute()
  await panel.stop()
})

/** An order that the provider has: ours and its own id. */
async function placeAccepted(quantity = 1000): Promise<{ id: bigint; there: string }> {
  const body = { service_id: service.id, link: 'https://example.com/x', quantity }
  const { order } = await placeOrder(app.ctx, { userId: user.id, body })
  const dispatcher = makeDispatcher(app.ctx)
  await dispatcher.pump()
  await dispatcher.stop()
  const { provider_order: there } = await orderOf(BigInt(order.id))
  if (there === null) throw new Error('it was not taken')
  return { id: BigInt(order.id), there }
}

async function orderOf(id: bigint) {
  return app.ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function sync(id: bigint) {
  await app.ctx.db
    .updateTable('orders')
    .set({ check_at: new Date(0) })
    .where('id', '=', id)
    .where('check_at', 'is not', null)
    .execute()
  await syncOrders(app.ctx)
}

async function refundsOf(id: bigint) {
  const rows = await app.ctx.db
    .selectFrom('transactions')
    .select('amount')
    .where('order_id', '=', id)
    .where('type', '=', 'refund')
    .execute()
  return rows.map(({ amount }) => amount)
}

describe('the status of an order', () => {
  test('is first asked for within 2 s, then ever more rarely', async () => {
    const { id } = await placeAccepted()
    const { check_at: first } = await orderOf(id)
    expect(first?.getTime()).toBeLessThan(Date.now() + 2000)
    expect([0, 60, 3600, 86_400, 86_400_000].map(checkDelaySeconds)).toEqual([2, 6, 360, 1800, 1800])
  })

  test('goes the way the provider says, with counters, timeline and notification', async () => {
    const { id, there } = await placeAccepted()
    await panel.move(there, { status: 'In progress', remains: 400, start_count: 3572 })
    await sync(id)
    expect(await orderOf(id)).toMatchObject({ status: 'PROCESSING', remains: 400n, start_count: 3572n })
    await panel.move(there, { status: 'Completed' })
    await sync(id)
    expect(await orderOf(id)).toMatchObject({
      status: 'COMPLETED',
      remains: 0n,
      check_at: null,
      refunded: 0n,
    })
    const events = await app.ctx.db
      .selectFrom('order_events')
      .select('message')
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
    expect(events.map(({ message }) => message)).toEqual([
      'Order Created',
      'Status Changed to PROCESSING',
      'Status Changed to COMPLETED',
    ])
    const told = await app.ctx.db
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', user.id)
      .execute()
    expect(told).toEqual([{ type: 'order_completed' }])
    const attempt = await app.ctx.db
      .selectFrom('order_attempts')
      .select(['charge'])
      .where('order_id', '=', id)
      .executeTakeFirst()
    expect(Number(attempt?.charge)).toBe(0.9)
  })

  test('tells an open page at once', async () => {
    const { id, there } = await placeAccepted()
    const heard: number[] = []
    const off = app.ctx.news.on('order', (item) => void heard.push(item.id))
    await panel.move(there, { status: 'In progress', remains: 900 })
    await sync(id)
    off()
    expect(heard).toContain(Number(id))
  })

  test.for(['inprogress', 'IN PROGRESS', 'processing', '1'])('%s is under way', async (word) => {
    const { id, there } = await placeAccepted()
    await panel.move(there, { status: word })
    await sync(id)
    expect((await orderOf(id)).status).toBe('PROCESSING')
  })

  test('stays when the word is unknown, is flagged, and is followed again when it is known', async () => {
    const { id, there } = await placeAccepted()
    await panel.move(there, { status: 'Frobnicated' })
    await sync(id)
    const order = await orderOf(id)
    expect(order).toMatchObject({ status: 'PENDING', refunded: 0n })
    expect(order.flag).toMatch(/Frobnicated/)
    expect(order.check_at).not.toBeNull()
    await panel.move(there, { status: 'Completed' })
    await sync(id)
    expect(await orderOf(id)).toMatchObject({ status: 'COMPLETED', flag: null })
  })

  test('that goes backwards after the end is ignored and flagged', async () => {
    const { id, there } = await placeAccepted()
    await panel.move(there, { status: 'Completed' })
    await sync(id)
    await app.ctx.db
      .updateTable('orders')
      .set({ check_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await panel.move(there, { status: 'Canceled' })
    await sync(id)
    const order = await orderOf(id)
    expect(order).toMatchObject({ status: 'COMPLETED', refunded: 0n })
    expect(order.flag).toMatch(/Canceled/)
  })

  test('an id that the provider does not know is flagged and asked about rarely', async () => {
    const { id } = await placeAccepted()
    await app.ctx.db.updateTable('orders').set({ provider_order: '999999' }).where('id', '=', id).execute()
    await sync(id)
    const order = await orderOf(id)
    expect(order).toMatchObject({ status: 'PENDING', refunded: 0n })
    expect(order.flag).toMatch(/Incorrect order ID/)
    expect(order.check_at?.getTime()).toBeGreaterThan(Date.now() + 600_000)
    await app.ctx.db.updateTable('orders').set({ provider_order: '23501' }).where('id', '=', id).execute()
  })

  test('a provider that answers nonsense changes nothing and is asked again', async () => {
    const { id, there } = await placeAccepted()
    await panel.move(there, { status: 'Canceled' })
    await panel.fault('html', { action: 'status' })
    await sync(id)
    expect(await orderOf(id)).toMatchObject({ status: 'PENDING', refunded: 0n })
    await sync(id)
    expect((await orderOf(id)).status).toBe('CANCELED')
  })

  test('Refresh Status asks the provider right away, once however often it is pressed, and waits 3 s at most', async () => {
    const { id, there } = await placeAccepted()
    await panel.move(there, { status: 'In progress', remains: 10 })
    const press = () => app.call(getOrderStatus, { token: user.token, params: { id } })
    const first = await press()
    expect(first.json).toMatchObject({ id: Number(id), status: 'PROCESSING', remains: 10 })
    await Promise.all(Array.from({ length: 5 }, press))
    expect((await panel.calls('status')).length).toBe(1)

    await app.ctx.db
      .updateTable('orders')
      .set({ checked_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await panel.fault('slow', { action: 'status', delay_ms: 6000 })
    const begun = Date.now()
    expect((await press()).status).toBe(200)
    expect(Date.now() - begun).toBeLessThan(4000)
  })

  test('100 ids are asked for in one call', async () => {
    user = await makeUser(app.ctx, { balance: '1000' })
    const body = { service_id: service.id, link: 'https://example.com/x', quantity: 1000 }
    await Promise.all(Array.from({ length: 130 }, () => placeOrder(app.ctx, { userId: user.id, body })))
    const dispatcher = makeDispatcher(app.ctx)
    await expect
      .poll(async () => (await dispatcher.pump(), (await panel.adds()).length), { timeout: 15_000 })
      .toBe(130)
    await dispatcher.stop()
    await app.ctx.db
      .updateTable('orders')
      .set({ check_at: new Date(0) })
      .where('user_id', '=', user.id)
      .execute()
    await syncOrders(app.ctx)
    const calls = await panel.calls('status')
    expect(calls.map(({ orders }) => String(orders).split(',').length).toSorted()).toEqual([100, 30])
  })
})

describe('money back', () => {
  test('partial: the undelivered part, exactly, rounded down, and once', async () => {
    const { id, there } = await placeAccepted(1001)
    await panel.move(there, { status: 'Partial', remains: 157 })
    await sync(id)
    const price = usd('1.2357345')
    const due = (price * 157n) / 1001n
    expect(await orderOf(id)).toMatchObject({ status: 'PARTIAL', refunded: due, remains: 157n })
    await app.ctx.db
      .updateTable('orders')
      .set({ check_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await sync(id)
    expect(await refundsOf(id)).toEqual([due])
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('100') - price + due)
  })

  test.for(['Canceled', 'Cancelled', 'Refunded', '4'])(
    '%s: all of it, once, however many ask at once',
    async (word) => {
      const other = await app.another()
      const { id, there } = await placeAccepted()
      await panel.move(there, { status: word, remains: 1000 })
      for (let round = 0; round < 3; round += 1) {
        await app.ctx.db
          .updateTable('orders')
          .set({ check_at: new Date(0) })
          .where('id', '=', id)
          .execute()
        const claim = () =>
          app.ctx.db
            .updateTable('orders')
            .set({ check_at: new Date(0) })
            .where('id', '=', id)
            .execute()
        await Promise.all([
          syncOrders(app.ctx),
          claim().then(() => syncOrders(other.ctx)),
          syncOrders(app.ctx),
          claim().then(() => syncOrders(other.ctx)),
        ])
      }
      expect(await orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: usd('1.2345') })
      expect(await refundsOf(id)).toEqual([usd('1.2345')])
      expect(await balanceOf(app.ctx, user.id)).toBe(usd('100'))
      await app.ctx.db.updateTable('orders').set({ check_at: null }).where('id', '=', id).execute()
    },
  )

  test('partial without saying how much remains: nothing is guessed, a person is told', async () => {
    await panel.settings({ quirks: ['remains_unknown'] })
    const { id, there } = await placeAccepted()
    await panel.move(there, { status: 'Partial', remains: 100 })
    await sync(id)
    const order = await orderOf(id)
    expect(order).toMatchObject({ status: 'PENDING', refunded: 0n })
    expect(order.flag).toMatch(/remains/)
  })
})
