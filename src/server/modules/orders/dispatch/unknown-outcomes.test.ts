import { describe, expect, test } from 'vitest'

import { balanceOf, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { makeClaimer } from './claim-orders.ts'
import { makeDispatcher } from './dispatch-orders.ts'
import { expireLeases } from './resolve-unknown.ts'

const bench = makeOrderBench()

describe('an unknown outcome', () => {
  test.for([
    ['500 after it was taken', 'error_500_after', {}],
    ['a reset after it was taken', 'reset', { taken: true }],
    ['HTML after it was taken', 'html', { taken: true }],
    ['an empty answer after it was taken', 'empty', { taken: true }],
    ['429 after it was taken', 'status_429', { taken: true }],
    ['500 before it was taken', 'error_500_before', {}],
  ] as const)('%s: sent once, never refunded automatically, and in review', async ([, kind, more]) => {
    await bench.panel.fault(kind, more)
    const id = await bench.place()
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'unknown', status: 'PENDING', refunded: 0n })
    await bench.letTimePass(id)
    const order = await bench.orderOf(id)
    expect(order).toMatchObject({ dispatch: 'review', status: 'PENDING', refunded: 0n, attempts: 1 })
    expect(order).toMatchObject({
      review_code: 'sending_unknown',
      review_details: { fault: { code: expect.any(String), details: {} } },
    })
    expect((await bench.panel.adds()).length).toBe(kind === 'error_500_before' ? 0 : 1)
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('98.8'))
  })

  test('no response in time after it was taken: sent once, and in review', async () => {
    await bench.panel.fault('accept_no_reply')
    const id = await bench.place()
    const dispatcher = makeDispatcher(bench.ctx, { timeoutMs: 300 })
    await dispatcher.pump()
    await dispatcher.stop()
    await bench.letTimePass(id)
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'review', refunded: 0n, attempts: 1 })
    expect((await bench.panel.adds()).length).toBe(1)
  })

  test('a success without an id: sent once, and in review', async () => {
    await bench.panel.settings({ quirks: ['add_without_id'] })
    const id = await bench.place()
    await bench.dispatch()
    await bench.letTimePass(id)
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'review', refunded: 0n, attempts: 1 })
    expect((await bench.panel.adds()).length).toBe(1)
  })

  test('an answer that comes after the lease: it is unknown until then, and the answer is stored', async () => {
    await bench.panel.fault('accept_late_reply', { delay_ms: 1500 })
    const id = await bench.place()
    const sending = bench.dispatch()
    await expect.poll(async () => (await bench.panel.adds()).length).toBe(1)
    await bench.makeDue(id)
    await expireLeases(bench.ctx)
    expect((await bench.orderOf(id)).dispatch).toBe('unknown')
    await bench.dispatch()
    await sending
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', attempts: 1, review_code: null })
    expect((await bench.panel.adds()).length).toBe(1)
  })

  test('a process that died between the acceptance and our commit: unknown, then review, never sent again', async () => {
    const id = await bench.place()
    const [attempt] = await makeClaimer(bench.ctx).claim({ providerId: bench.panel.provider.id, limit: 5 })
    expect(attempt?.order_id).toBe(id)
    await bench.dispatch()
    expect((await bench.panel.adds()).length).toBe(0)
    await bench.letTimePass(id)
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'review', attempts: 1, refunded: 0n })
    expect((await bench.panel.adds()).length).toBe(0)
  })

  test('an id that another order holds already: review with the conflict, and the other keeps it', async () => {
    const first = await bench.place()
    await bench.dispatch()
    await bench.panel.fault('duplicate_id')
    const second = await bench.place()
    await bench.dispatch()
    await bench.letTimePass(second)
    expect(await bench.orderOf(first)).toMatchObject({ dispatch: 'accepted' })
    expect(await bench.orderOf(second)).toMatchObject({
      dispatch: 'review',
      provider_order: null,
      refunded: 0n,
    })
    const { provider_order: there } = await bench.orderOf(first)
    expect(await bench.evidenceOf(second, 'id_of_other_order')).toMatchObject({
      provider_order: there,
      held_by: Number(first),
    })
  })
})
