import { describe, expect, test } from 'vitest'

import type { OrderReviewCode } from '#contract/orders/order-review.ts'
import { balanceOf, makeService, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { placeOrder } from '#server/modules/orders/placing/place-order.ts'

// Longer than most: the refund rules exclude each other, and are compared side by side.

/** A package of $1.20 that its provider delivers in 1000 pieces, unless a test says otherwise. */
const bench = makeOrderBench({ type: 'Package', supply: '3', min: 1, max: 1 })
const PRICE = usd('1.2')

async function takePackage({ pieces = 1000 } = {}) {
  await bench.panel.settings({ package_pieces: pieces })
  return bench.placeAccepted()
}

/** Still open and polled, with nothing refunded: the audit after each test checks the balance. */
const leftToAPerson = (code: OrderReviewCode) => ({
  status: expect.stringMatching(/^(PENDING|PROCESSING)$/),
  refunded: 0n,
  review_code: code,
})

describe('a partly delivered package', () => {
  test("is refunded the provider's own share of it, exactly, once, however many ask at once", async () => {
    const other = await bench.app.another()
    const { id, there } = await takePackage()
    await bench.sync(id)
    await bench.panel.move(there, { status: 'In progress', remains: 700 })
    await bench.sync(id)
    await bench.panel.move(there, { status: 'Partial', remains: 400 })
    for (let round = 0; round < 3; round += 1) {
      await bench.putBackCheck(id)
      await bench.makeCheckDue(id)
      await Promise.all([bench.ask(), bench.ask(other.ctx), bench.ask(), bench.ask(other.ctx)])
    }
    const order = await bench.orderOf(id)
    expect(order).toMatchObject({ status: 'PARTIAL', remains: 400n, refunded: (PRICE * 400n) / 1000n })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('100') - (PRICE * 600n) / 1000n)
  })

  test('goes to review when its number of pieces is unknown', async () => {
    const { id, there } = await takePackage()
    await bench.panel.move(there, { status: 'Partial', remains: 400 })
    await bench.sync(id)
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject(leftToAPerson('foreign_measure'))
  })

  test('is not measured by its remains when the provider queues it again half way', async () => {
    const { id, there } = await takePackage()
    await bench.panel.move(there, { status: 'In progress', remains: 700 })
    await bench.sync(id)
    await bench.panel.move(there, { status: 'Pending', remains: 500 })
    await bench.sync(id)
    await bench.panel.move(there, { status: 'Partial', remains: 400 })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject(leftToAPerson('foreign_measure'))
  })

  test('is refunded in full when it is canceled with nothing delivered, with or without a charge', async () => {
    for (const charge of ['0', '0.90']) {
      const { id, there } = await takePackage()
      await bench.sync(id)
      await bench.panel.move(there, { status: 'Canceled', charge })
      await bench.sync(id)
      expect(await bench.orderOf(id), charge).toMatchObject({ status: 'CANCELED', refunded: PRICE })
    }
  })

  test('canceled half way is refunded the undelivered share', async () => {
    const { id, there } = await takePackage({ pieces: 300 })
    await bench.sync(id)
    await bench.panel.move(there, { status: 'Canceled', remains: 100 })
    await bench.sync(id)
    const refunded = (PRICE * 100n) / 300n
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded, remains: 100n })
  })

  test('canceled half way goes to review when its number of pieces is unknown', async () => {
    const { id, there } = await takePackage()
    await bench.panel.move(there, { status: 'Canceled', remains: 400 })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject(leftToAPerson('foreign_measure'))
  })
})

describe('an order that was canceled after a part was delivered', () => {
  async function takePlain() {
    bench.use({ service: await makeService(bench.ctx, plain()) })
    return bench.placeAccepted()
  }
  const plain = () => ({ supply: { providerId: bench.panel.provider.id, service: '1' } })

  test('is refunded the undelivered part, once, and the customer is notified', async () => {
    const { id, there } = await takePlain()
    await bench.sync(id)
    await bench.panel.move(there, { status: 'Canceled', remains: 400 })
    await bench.sync(id)
    await bench.putBackCheck(id)
    await bench.sync(id)
    const refunded = (PRICE * 400n) / 1000n
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded, remains: 400n })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('100') - PRICE + refunded)
    const told = await bench.ctx.db
      .selectFrom('notifications')
      .select(['code', 'order_id'])
      .where('user_id', '=', bench.user.id)
      .executeTakeFirstOrThrow()
    expect(told).toEqual({ code: 'order_canceled_in_part', order_id: id })
  })

  test('goes to review when its charge and remains contradict each other, and ends when they agree', async () => {
    const { id, there } = await takePlain()
    await bench.sync(id)
    for (const [remains, charge, code] of [
      [400, '0.90', 'canceled_charge_unfit'],
      [400, '0.10', 'canceled_charge_unfit'],
      [0, '0.90', 'canceled_nothing_remains'],
    ] as const) {
      await bench.panel.move(there, { status: 'Canceled', remains, charge })
      await bench.sync(id)
      expect(await bench.orderOf(id)).toMatchObject(leftToAPerson(code))
    }
    await bench.panel.move(there, { status: 'Canceled', remains: 1000 })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: PRICE, review_code: null })
  })

  test('is measured by its expected cost when no charge was reported before', async () => {
    const { id, there } = await takePlain()
    await bench.panel.move(there, { status: 'Canceled', remains: 400, charge: '0.90' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject(leftToAPerson('canceled_charge_unfit'))
    await bench.panel.move(there, { status: 'Canceled', remains: 400, charge: '0.54' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: (PRICE * 400n) / 1000n })
  })

  test('without figures is refunded in full', async () => {
    const { id, there } = await takePlain()
    await bench.panel.settings({ quirks: ['remains_null'] })
    await bench.panel.move(there, { status: 'Canceled', charge: '0' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: PRICE })
  })

  test('whose process died before the refund is refunded at the next poll', async () => {
    const { id, there } = await takePlain()
    await bench.panel.move(there, { status: 'Canceled', remains: 400 })
    // State left by a process that died between the counters and the move.
    await bench.ctx.db.updateTable('orders').set({ remains: 400n }).where('id', '=', id).execute()
    await bench.ctx.db
      .updateTable('order_attempts')
      .set({ charge: '0.54' })
      .where('order_id', '=', id)
      .execute()
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: (PRICE * 400n) / 1000n })
  })
})

describe('figures', () => {
  test('of comments are counted in lines, as they were ordered', async () => {
    const supply = { providerId: bench.panel.provider.id, service: '4', cost: '900' }
    const { id: serviceId } = await makeService(bench.ctx, {
      type: 'Custom Comments',
      min: 1,
      rate: '1200',
      supply,
    })
    const body = { service_id: serviceId, link: 'https://example.com/c', comments: 'a\nb\n\nc\nd' }
    const { order } = await placeOrder(bench.ctx, { userId: bench.user.id, body })
    const id = BigInt(order.id)
    await bench.dispatch()
    await bench.sync(id)
    const { provider_order: there } = await bench.orderOf(id)
    await bench.panel.move(String(there), { status: 'Partial', remains: 1 })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PARTIAL', quantity: 4, refunded: usd('1.2') })
  })

  test('"Unknown" remains of a partial order mean delivered in full, unless the provider kept less than its charge', async () => {
    await bench.panel.settings({ quirks: ['remains_unknown'] })
    const { id, there } = await takePackage()
    await bench.panel.move(there, { status: 'Partial', remains: 400, charge: '0.54' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject(leftToAPerson('partial_nothing_remains'))
    await bench.panel.move(there, { status: 'Partial', remains: 400, charge: '0.90' })
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PARTIAL', refunded: 0n, remains: 0n })
  })

  test('that come after the end change nothing', async () => {
    const { id, there } = await takePackage()
    await bench.sync(id)
    await bench.panel.move(there, { status: 'Canceled', remains: 400 })
    await bench.sync(id)
    await bench.panel.move(there, { status: 'Canceled', remains: 10, start_count: 9 })
    await bench.putBackCheck(id)
    await bench.sync(id)
    expect(await bench.orderOf(id)).toMatchObject({ remains: 400n, refunded: (PRICE * 400n) / 1000n })
  })
})
