import { describe, expect, test } from 'vitest'

import { getOrderStatus } from '#contract/orders/orders.ts'
import { fillPolled } from '#test/fill-orders.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { pollDelaySeconds } from './land-statuses.ts'
import { pollProvider } from '#server/modules/orders/orders-jobs.ts'
import { makePacer } from '#server/modules/providers/pacing/make-pacer.ts'
import type { ProviderLease } from '#server/modules/providers/leases/make-lease-keeper.ts'

const bench = makeOrderBench({ rate: '1.2345' })

/** As if the provider had returned another id. */
async function followAs(id: bigint, there: string) {
  const { db } = bench.ctx
  await db.updateTable('orders').set({ provider_order: there }).where('id', '=', id).execute()
  await db.updateTable('poll_queue').set({ provider_ref: there }).where('order_id', '=', id).execute()
}

/** Not due for a while. */
async function postpone(id: bigint) {
  const later = { due_at: new Date(Date.now() + 3_600_000) }
  await bench.ctx.db.updateTable('poll_queue').set(later).where('order_id', '=', id).execute()
}

function turnOf(providerId: number): ProviderLease {
  return { providerId, pacer: makePacer({ callsAtOnce: 4, callsPerSecond: 4 }), isHeld: () => true }
}

describe('the status of an order', () => {
  test('is first polled within 2 s, then less and less often', async () => {
    const { id } = await bench.placeAccepted()
    const first = await bench.checkOf(id)
    expect(first?.due_at.getTime()).toBeLessThan(Date.now() + 3_000)
    expect([0, 60, 3600, 86_400, 86_400_000].map(pollDelaySeconds)).toEqual([2, 6, 360, 1800, 1800])
  })

  test("follows the provider's, with counters, timeline and notification", async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'In progress', remains: 400, start_count: 3572 })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PROCESSING', remains: 400n, start_count: 3572n })
    await bench.panel.move(there, { status: 'Completed' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({
      status: 'COMPLETED',
      remains: 0n,
      refunded: 0n,
    })
    expect(await bench.checkOf(id)).toBeUndefined()
    const events = await bench.ctx.db
      .selectFrom('order_events')
      .select(['type', 'details'])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { type: 'created', details: {} },
      { type: 'status', details: { to: 'PROCESSING' } },
      { type: 'status', details: { to: 'COMPLETED' } },
    ])
    const told = await bench.ctx.db
      .selectFrom('notifications')
      .select(['code', 'order_id'])
      .where('user_id', '=', bench.user.id)
      .execute()
    expect(told).toEqual([{ code: 'order_completed', order_id: id }])
    const attempt = await bench.ctx.db
      .selectFrom('order_attempts')
      .select(['charge'])
      .where('order_id', '=', id)
      .executeTakeFirst()
    expect(Number(attempt?.charge)).toBe(0.9)
  })

  test('reaches an open page at once', async () => {
    const { id, there } = await bench.placeAccepted()
    const heard: number[] = []
    const off = bench.ctx.events.on('order', (item) => void heard.push(item.id))
    await bench.panel.move(there, { status: 'In progress', remains: 900 })
    await bench.sync(id)
    off()
    expect(heard).toContain(Number(id))
  })

  test.for(['inprogress', 'IN PROGRESS', 'processing', '1'])('%s means in progress', async (word) => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: word })
    await bench.sync(id)
    expect((await bench.orderOf(id)).status).toBe('PROCESSING')
  })

  test('stays when the word is unknown, goes to review, and continues when a known word comes', async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'Frobnicated' })
    await bench.sync(id)
    const order = await bench.orderOf(id)
    expect(order).toMatchObject({ status: 'PENDING', refunded: 0n })
    expect(order).toMatchObject({ review_code: 'unknown_status', review_details: { status: 'Frobnicated' } })
    await bench.panel.move(there, { status: 'Completed' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'COMPLETED', review_code: null })
  })

  test('that goes backwards after the end is ignored and flagged', async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'Completed' })
    await bench.sync(id)
    await bench.panel.move(there, { status: 'Canceled' })
    await bench.putBackCheck(id)
    await bench.sync(id)
    const order = await bench.orderOf(id)
    expect(order).toMatchObject({ status: 'COMPLETED', refunded: 0n })
    expect(order).toMatchObject({ review_code: 'after_end', review_details: { status: 'Canceled' } })
    expect(await bench.checkOf(id)).toBeUndefined()
  })

  test('an id unknown to the provider goes to review and is polled rarely', async () => {
    const { id, there } = await bench.placeAccepted()
    await followAs(id, '999999')
    await bench.sync(id)
    const order = await bench.orderOf(id)
    expect(order).toMatchObject({ status: 'PENDING', refunded: 0n })
    expect(order).toMatchObject({
      review_code: 'told_error',
      review_details: { fault: { code: 'said', details: { error: 'Incorrect order ID' } } },
    })
    expect((await bench.checkOf(id))?.due_at.getTime()).toBeGreaterThan(Date.now() + 600_000)
    await followAs(id, there)
  })

  test('a provider that answers nonsense changes nothing and is polled again', async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'Canceled' })
    await bench.panel.fault('html', { action: 'status' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PENDING', refunded: 0n })
    await bench.sync(id)
    expect((await bench.orderOf(id)).status).toBe('CANCELED')
  })

  test('Refresh Status polls it right away, once however often it is clicked, and waits 3 s at most', async () => {
    const { id, there } = await bench.placeAccepted()
    await postpone(id)
    await bench.panel.move(there, { status: 'In progress', remains: 10 })
    // In a process without the lease.
    const web = await bench.app.another()
    const press = () => web.call(getOrderStatus, { token: bench.user.token, params: { id } })
    const following = pollProvider(bench.ctx, turnOf(bench.panel.provider.id))
    try {
      const first = await press()
      expect(first.json).toMatchObject({ id: Number(id), status: 'PROCESSING', remains: 10 })
      await postpone(id)
      const justNow = { polled_at: new Date(Date.now() + 60_000) } // for as long as a busy machine takes
      await bench.ctx.db.updateTable('poll_queue').set(justNow).where('order_id', '=', id).execute()
      await Promise.all(Array.from({ length: 5 }, press))
      expect((await bench.panel.calls('status')).length).toBe(1)

      const longSince = { polled_at: new Date(0) }
      await bench.ctx.db.updateTable('poll_queue').set(longSince).where('order_id', '=', id).execute()
      await bench.panel.fault('slow', { action: 'status', delay_ms: 40_000 })
      const begun = Date.now()
      const slow = await Promise.all(Array.from({ length: 3 }, press))
      expect(slow.map(({ status }) => status)).toEqual([200, 200, 200])
      // 3 s, or more on a busy machine.
      expect(Date.now() - begun).toBeLessThan(30_000)
      expect(await bench.panel.arrivals('status')).toBe(2)
    } finally {
      await following.stop()
    }
  })

  test('100 ids are polled in one call', async () => {
    const { id: providerId } = bench.panel.provider
    await fillPolled(bench.ctx.pool, { providerId, orders: 130, customers: 1 })
    await bench.ask()
    const calls = await bench.panel.calls('status')
    expect(calls.map(({ orders }) => String(orders).split(',').length).toSorted()).toEqual([100, 30])
  })
})
