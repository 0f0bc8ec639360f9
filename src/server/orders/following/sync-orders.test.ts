import { describe, expect, test } from 'vitest'

import { getOrderStatus } from '#contract/orders.ts'
import { makeUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { checkDelaySeconds } from './check-delay.ts'
import { makeDispatcher } from '#server/orders/dispatching/dispatch-orders.ts'
import { placeOrder } from '#server/orders/placing/place-order.ts'
import { syncOrders } from './sync-orders.ts'

const bench = makeOrderBench({ rate: '1.2345' })

describe('the status of an order', () => {
  test('is first asked for within 2 s, then ever more rarely', async () => {
    const { id } = await bench.placeAccepted()
    const { check_at: first } = await bench.orderOf(id)
    expect(first?.getTime()).toBeLessThan(Date.now() + 2000)
    expect([0, 60, 3600, 86_400, 86_400_000].map(checkDelaySeconds)).toEqual([2, 6, 360, 1800, 1800])
  })

  test('goes the way the provider says, with counters, timeline and notification', async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'In progress', remains: 400, start_count: 3572 })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PROCESSING', remains: 400n, start_count: 3572n })
    await bench.panel.move(there, { status: 'Completed' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({
      status: 'COMPLETED',
      remains: 0n,
      check_at: null,
      refunded: 0n,
    })
    const events = await bench.ctx.db
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
    const told = await bench.ctx.db
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', bench.user.id)
      .execute()
    expect(told).toEqual([{ type: 'order_completed' }])
    const attempt = await bench.ctx.db
      .selectFrom('order_attempts')
      .select(['charge'])
      .where('order_id', '=', id)
      .executeTakeFirst()
    expect(Number(attempt?.charge)).toBe(0.9)
  })

  test('tells an open page at once', async () => {
    const { id, there } = await bench.placeAccepted()
    const heard: number[] = []
    const off = bench.ctx.news.on('order', (item) => void heard.push(item.id))
    await bench.panel.move(there, { status: 'In progress', remains: 900 })
    await bench.sync(id)
    off()
    expect(heard).toContain(Number(id))
  })

  test.for(['inprogress', 'IN PROGRESS', 'processing', '1'])('%s is under way', async (word) => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: word })
    await bench.sync(id)
    expect((await bench.orderOf(id)).status).toBe('PROCESSING')
  })

  test('stays when the word is unknown, is flagged, and is followed again when it is known', async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'Frobnicated' })
    await bench.sync(id)
    const order = await bench.orderOf(id)
    expect(order).toMatchObject({ status: 'PENDING', refunded: 0n })
    expect(order).toMatchObject({ review_code: 'unknown_status', review_details: { status: 'Frobnicated' } })
    expect(order.check_at).not.toBeNull()
    await bench.panel.move(there, { status: 'Completed' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'COMPLETED', review_code: null })
  })

  test('that goes backwards after the end is ignored and flagged', async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'Completed' })
    await bench.sync(id)
    await bench.ctx.db
      .updateTable('orders')
      .set({ check_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await bench.panel.move(there, { status: 'Canceled' })
    await bench.sync(id)
    const order = await bench.orderOf(id)
    expect(order).toMatchObject({ status: 'COMPLETED', refunded: 0n })
    expect(order).toMatchObject({ review_code: 'after_end', review_details: { status: 'Canceled' } })
  })

  test('an id that the provider does not know is flagged and asked about rarely', async () => {
    const { id } = await bench.placeAccepted()
    await bench.ctx.db.updateTable('orders').set({ provider_order: '999999' }).where('id', '=', id).execute()
    await bench.sync(id)
    const order = await bench.orderOf(id)
    expect(order).toMatchObject({ status: 'PENDING', refunded: 0n })
    expect(order).toMatchObject({
      review_code: 'told_error',
      review_details: { error: 'Incorrect order ID' },
    })
    expect(order.check_at?.getTime()).toBeGreaterThan(Date.now() + 600_000)
    await bench.ctx.db.updateTable('orders').set({ provider_order: '23501' }).where('id', '=', id).execute()
  })

  test('a provider that answers nonsense changes nothing and is asked again', async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'Canceled' })
    await bench.panel.fault('html', { action: 'status' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PENDING', refunded: 0n })
    await bench.sync(id)
    expect((await bench.orderOf(id)).status).toBe('CANCELED')
  })

  test('Refresh Status asks the provider right away, once however often it is pressed, and waits 3 s at most', async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'In progress', remains: 10 })
    const press = () => bench.app.call(getOrderStatus, { token: bench.user.token, params: { id } })
    const first = await press()
    expect(first.json).toMatchObject({ id: Number(id), status: 'PROCESSING', remains: 10 })
    await Promise.all(Array.from({ length: 5 }, press))
    expect((await bench.panel.calls('status')).length).toBe(1)

    await bench.ctx.db
      .updateTable('orders')
      .set({ checked_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await bench.panel.fault('slow', { action: 'status', delay_ms: 6000 })
    const begun = Date.now()
    expect((await press()).status).toBe(200)
    expect(Date.now() - begun).toBeLessThan(4000)
  })

  test('100 ids are asked for in one call', async () => {
    bench.use({ user: await makeUser(bench.ctx, { balance: '1000' }) })
    const body = { service_id: bench.service.id, link: 'https://example.com/x', quantity: 1000 }
    await Promise.all(
      Array.from({ length: 130 }, () => placeOrder(bench.ctx, { userId: bench.user.id, body })),
    )
    const dispatcher = makeDispatcher(bench.ctx)
    await expect
      .poll(async () => (await dispatcher.pump(), (await bench.panel.adds()).length), { timeout: 15_000 })
      .toBe(130)
    await dispatcher.stop()
    await bench.ctx.db
      .updateTable('orders')
      .set({ check_at: new Date(0) })
      .where('user_id', '=', bench.user.id)
      .execute()
    await syncOrders(bench.ctx)
    const calls = await bench.panel.calls('status')
    expect(calls.map(({ orders }) => String(orders).split(',').length).toSorted()).toEqual([100, 30])
  })
})
