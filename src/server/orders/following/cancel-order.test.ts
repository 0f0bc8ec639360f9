import { describe, expect, test } from 'vitest'

import { cancelOrder } from '#contract/orders.ts'
import { balanceOf, makeService, makeUser, usd, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { makeDispatcher } from '#server/orders/dispatching/dispatch-orders.ts'
import { syncOrders } from './sync-orders.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

const as = (who: TestUser, id: bigint | number) => ({ token: who.token, params: { id } })

describe('canceling', () => {
  test('in the queue: at once, refunded once however often it is asked, and it is never sent', async () => {
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

  test('with the provider: asked of it once, and refunded when it says so', async () => {
    const { id } = await bench.placeAt('Pending')
    const answers = await Promise.all([
      bench.app.call(cancelOrder, as(bench.user, id)),
      bench.app.call(cancelOrder, as(bench.user, id)),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await bench.panel.calls('cancel')).length).toBe(1)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PENDING', refunded: 0n })
    const { provider_order: there } = await bench.orderOf(id)
    await bench.panel.move(String(there), { status: 'Canceled' })
    await bench.ctx.db
      .updateTable('orders')
      .set({ check_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await syncOrders(bench.ctx)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: usd('1.2') })
  })

  test('not where the service does not allow it, nor when it is under way, unknown or over', async () => {
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
