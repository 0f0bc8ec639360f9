import { describe, expect, test } from 'vitest'

import { cancelOrder, getOrder } from '#contract/orders/orders.ts'
import { balanceOf, makeService, makeUser, usd, type TestUser } from '#test/factories.ts'
import { countLockWaits, holdAccount } from '#test/hold-account.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { makeClaimer } from '#server/modules/orders/dispatch/claim-orders.ts'
import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

const as = (who: TestUser, id: bigint | number) => ({ token: who.token, params: { id } })

const cancel = async (id: bigint) => (await bench.app.call(cancelOrder, as(bench.user, id))).status
const canCancel = async (id: bigint) =>
  (await bench.app.call(getOrder, as(bench.user, id))).body.order.can_cancel
const cancelRequestsOf = async (id: bigint) =>
  bench.ctx.db
    .selectFrom('order_events')
    .select('type')
    .where('order_id', '=', id)
    .where('type', '=', 'cancel')
    .execute()

/** Inserts a request sent that long ago, by a process that has died or accepted by the provider. */
async function leaveAsked(id: bigint, { secondsLeft }: { secondsLeft: number }) {
  const until = new Date(Date.now() + secondsLeft * 1000)
  await bench.ctx.db
    .updateTable('orders')
    .set({ cancel_asked_at: new Date(Date.now() - 60_000), cancel_awaited_until: until })
    .where('id', '=', id)
    .execute()
}

describe('canceling', () => {
  test('in the queue: at once, refunded once however often it is requested, and it is never sent', async () => {
    const id = await bench.place()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => bench.app.call(cancelOrder, as(bench.user, id))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: usd('1.2'), attempts: 0 })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('100'))
    expect((await bench.panel.adds()).length).toBe(0)
  })

  test('racing the sending: each order is either canceled and refunded or sent, never both', async () => {
    bench.use({ user: await makeUser(bench.ctx, { balance: '1000' }) })
    const ids = await Promise.all(Array.from({ length: 30 }, () => bench.place()))
    const dispatcher = makeDispatcher(bench.ctx)
    const pumping = Promise.all(Array.from({ length: 8 }, () => dispatcher.pump()))
    const answers = await Promise.all(ids.map((id) => bench.app.call(cancelOrder, as(bench.user, id))))
    await pumping
    await dispatcher.stop()
    await bench.dispatch()
    await bench.dispatch()
    await bench.dispatch()
    await bench.dispatch()
    await bench.dispatch()
    const orders = await Promise.all(ids.map(bench.orderOf))
    const canceled = orders.filter(({ status }) => status === 'CANCELED')
    const sent = orders.filter(({ dispatch: state }) => state === 'accepted')
    expect(canceled.length + sent.length).toBe(30)
    expect((await bench.panel.adds()).length).toBe(sent.length)
    expect(canceled.every(({ refunded, attempts }) => refunded === usd('1.2') && attempts === 0)).toBe(true)
    expect(answers.length).toBe(30)
  })

  test('an order that is claimed for sending while it is canceled stays, unrefunded', async () => {
    const id = await bench.place()
    const before = await balanceOf(bench.ctx, bench.user.id)
    const holder = await holdAccount(bench.app, bench.user.id)
    // The cancellation has read the order as queued and waits for the account's row.
    const canceling = cancel(id)
    try {
      await expect.poll(() => countLockWaits(bench.app)).toBe(1)
      const claimed = await makeClaimer(bench.ctx).claim({ providerId: bench.panel.provider.id, limit: 5 })
      expect(claimed.map(({ order_id }) => order_id)).toEqual([id])
    } finally {
      await holder.letGo()
    }
    expect(await canceling).toBe(409)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PENDING', dispatch: 'sending', refunded: 0n })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(before)
  })

  test('at the provider: requested once, and refunded when it confirms', async () => {
    const { id } = await bench.placeAt('Pending')
    const answers = await Promise.all([
      bench.app.call(cancelOrder, as(bench.user, id)),
      bench.app.call(cancelOrder, as(bench.user, id)),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await bench.panel.arrivals('cancel')).toBe(1)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PENDING', refunded: 0n })
    const { provider_order: there } = await bench.orderOf(id)
    await bench.panel.move(String(there), { status: 'Canceled' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: usd('1.2') })
  })

  test('not when the service does not allow it, nor when it is in progress, unknown or ended', async () => {
    bench.use({
      service: await makeService(bench.ctx, {
        supply: { providerId: bench.panel.provider.id, service: '1' },
      }),
    })
    const ids = [
      (await bench.placeAt('Pending')).id,
      (await bench.placeAt('In progress')).id,
      (await bench.placeAt('Completed')).id,
      await bench.placeInReview(),
    ]
    for (const id of ids) {
      const { status, body } = await bench.app.call(cancelOrder, as(bench.user, id))
      expect([status, body.code]).toEqual([409, 'cancel_not_available'])
    }
  })
})

describe('a cancel request', () => {
  test('of a dead process blocks others until it expires; then one is sent, however many try', async () => {
    const { id, there } = await bench.placeAt('Pending')
    await leaveAsked(id, { secondsLeft: 30 })
    expect([await cancel(id), await canCancel(id)]).toEqual([409, false])
    await leaveAsked(id, { secondsLeft: -1 })
    expect(await canCancel(id)).toBe(true)
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel(id)))
    expect(answers.toSorted()).toEqual([200, 409, 409, 409])
    expect([await bench.panel.arrivals('cancel'), await canCancel(id)]).toEqual([1, false])
    await bench.panel.move(there, { status: 'Canceled' })
    await bench.sync(id)
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: usd('1.2') })
  })

  test('of a process that died after the provider accepted it is still granted', async () => {
    const { id, there } = await bench.placeAt('Pending')
    await leaveAsked(id, { secondsLeft: 30 })
    await bench.panel.move(there, { status: 'Canceled' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: usd('1.2') })
  })

  test('that failed may be repeated at once', async () => {
    const { id } = await bench.placeAt('Pending')
    for (const kind of ['reset', 'html', 'error_500_after']) {
      await bench.panel.fault(kind, { action: 'cancel' })
      expect([kind, await cancel(id), await canCancel(id)]).toEqual([kind, 503, true])
    }
    expect(await cancel(id)).toBe(200)
    expect((await cancelRequestsOf(id)).length).toBe(1)
  })

  test('with an unclear answer counts as sent, and may be repeated when it expires', async () => {
    const { id } = await bench.placeAt('Pending')
    await bench.panel.settings({ quirks: ['unclear_cancel'] })
    expect([await cancel(id), await cancel(id)]).toEqual([200, 409])
    const { cancel_awaited_until: until } = await bench.orderOf(id)
    expect(until?.getTime()).toBeLessThan(Date.now() + 120_000)
    await leaveAsked(id, { secondsLeft: -1 })
    expect(await cancel(id)).toBe(200)
    expect(await bench.panel.arrivals('cancel')).toBe(2)
  })

  test('whose answer comes after a newer request changes nothing', async () => {
    const { id } = await bench.placeAt('Pending')
    await bench.panel.fault('slow', { action: 'cancel', delay_ms: 1500 })
    const slow = cancel(id)
    await expect.poll(() => bench.panel.arrivals('cancel')).toBe(1)
    await bench.ctx.db
      .updateTable('orders')
      .set({ cancel_awaited_until: new Date(0) })
      .where('id', '=', id)
      .execute()
    await bench.panel.settings({ quirks: ['unclear_cancel'] })
    expect(await cancel(id)).toBe(200)
    const asked = await bench.orderOf(id)
    await bench.panel.settings({ quirks: [] })
    expect(await slow).toBe(200)
    expect(await bench.orderOf(id)).toEqual(asked)
    expect((await cancelRequestsOf(id)).length).toBe(1)
  })

  test('that the provider accepted and forgot expires, and the order ends as any other', async () => {
    const { id, there } = await bench.placeAt('Pending')
    expect(await cancel(id)).toBe(200)
    const { cancel_awaited_until: until } = await bench.orderOf(id)
    expect(until?.getTime()).toBeGreaterThan(Date.now() + 3_600_000)
    await leaveAsked(id, { secondsLeft: -1 })
    expect(await canCancel(id)).toBe(true)
    await bench.panel.move(there, { status: 'In progress', remains: 500 })
    await bench.sync(id)
    await bench.panel.move(there, { status: 'Completed' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'COMPLETED', refunded: 0n })
    expect(await bench.checkOf(id)).toBeUndefined()
    expect([await cancel(id), await canCancel(id)]).toEqual([409, false])
  })
})
