import { describe, expect, test } from 'vitest'

import { getOrder, refillOrder } from '#contract/orders/orders.ts'
import { makeService, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

const as = (who: TestUser, id: bigint | number) => ({ token: who.token, params: { id } })

describe('refills', () => {
  test('asked twice at once: one is requested from the provider; the order returns to its status when it is done', async () => {
    const { id } = await bench.placeAt('Completed')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => bench.app.call(refillOrder, as(bench.user, id))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 200)?.json).toEqual({
      success: true,
      message: 'Refill requested successfully',
    })
    expect(await bench.panel.arrivals('refill')).toBe(1)
    expect((await bench.orderOf(id)).status).toBe('REFILL')
    await bench.panel.moveRefill(1, { status: 'Completed' })
    await bench.sync(id)
    expect((await bench.orderOf(id)).status).toBe('COMPLETED')
    const { json } = await bench.app.call(getOrder, as(bench.user, id))
    expect(json).toMatchObject({ order: { status: 'COMPLETED', can_refill: true } })
  })

  test('refused by the provider: 409, and the order is unchanged', async () => {
    const { id } = await bench.placeAt('Completed')
    await bench.ctx.db.updateTable('orders').set({ provider_order: '424242' }).where('id', '=', id).execute()
    const { status, body } = await bench.app.call(refillOrder, as(bench.user, id))
    expect([status, body.code]).toEqual([409, 'refill_not_available'])
    expect((await bench.orderOf(id)).status).toBe('COMPLETED')
    const { provider_order: there } = await bench.ctx.db
      .selectFrom('order_attempts')
      .select('provider_order')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    await bench.ctx.db.updateTable('orders').set({ provider_order: there }).where('id', '=', id).execute()
  })

  test('with an unknown outcome is not requested again', async () => {
    const { id } = await bench.placeAt('Completed')
    await bench.panel.fault('reset', { action: 'refill', taken: true })
    expect((await bench.app.call(refillOrder, as(bench.user, id))).status).toBe(503)
    expect((await bench.app.call(refillOrder, as(bench.user, id))).status).toBe(409)
    const { json } = await bench.app.call(getOrder, as(bench.user, id))
    expect(json).toMatchObject({ order: { status: 'COMPLETED', can_refill: false } })
    expect(await bench.panel.arrivals('refill')).toBe(1)
  })

  test('only for a delivered order of a service with refills', async () => {
    const pending = await bench.place()
    bench.use({
      service: await makeService(bench.ctx, {
        supply: { providerId: bench.panel.provider.id, service: '1' },
      }),
    })
    for (const id of [pending, (await bench.placeAt('Completed')).id]) {
      const { status, body } = await bench.app.call(refillOrder, as(bench.user, id))
      expect([status, body.code]).toEqual([409, 'refill_not_available'])
    }
  })
})
