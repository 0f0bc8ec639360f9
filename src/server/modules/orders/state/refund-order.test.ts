import { describe, expect, test } from 'vitest'

import { transact } from '#server/lib/postgres/transact.ts'
import { balanceOf, usd } from '#test/factories.ts'
import { countLockWaits } from '#test/hold-account.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { moveOrder } from './move-order.ts'
import { addOrderEvent } from './order-queries.ts'

const bench = makeOrderBench({ rate: '1.2345' })

async function refundsOf(id: bigint) {
  const rows = await bench.ctx.db
    .selectFrom('transactions')
    .select('amount')
    .where('order_id', '=', id)
    .where('type', '=', 'refund')
    .execute()
  return rows.map(({ amount }) => amount)
}

test('the order was updated with each row of its timeline', async () => {
  const { id } = await bench.placeAccepted()
  const updatedAt = async () => (await bench.orderOf(id)).updated_at
  const before = await updatedAt()
  const key = { userId: bench.user.id, id }
  await transact(bench.ctx, (tx) => addOrderEvent(tx, key, { code: 'cancel', details: {} }))
  expect((await updatedAt()).getTime()).toBeGreaterThan(before.getTime())
})

describe('refunds', () => {
  test('partial: the undelivered part, exactly, rounded down, and once', async () => {
    const { id, there } = await bench.placeAccepted({ quantity: 1001 })
    await bench.panel.move(there, { status: 'Partial', remains: 157 })
    await bench.sync(id)
    const price = usd('1.2357345')
    const due = (price * 157n) / 1001n
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PARTIAL', refunded: due, remains: 157n })
    await bench.putBackCheck(id)
    await bench.sync(id)
    expect(await refundsOf(id)).toEqual([due])
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('100') - price + due)
  })

  test.for(['Canceled', 'Cancelled', 'Refunded', '4'])(
    '%s: everything, once, however many request it at once',
    async (word) => {
      const other = await bench.app.another()
      const { id, there } = await bench.placeAccepted()
      await bench.panel.move(there, { status: word, remains: 1000 })
      for (let round = 0; round < 3; round += 1) {
        await bench.putBackCheck(id)
        await bench.makeCheckDue(id)
        await Promise.all([bench.ask(), bench.ask(other.ctx), bench.ask(), bench.ask(other.ctx)])
      }
      expect(await bench.orderOf(id)).toMatchObject({ status: 'CANCELED', refunded: usd('1.2345') })
      expect(await refundsOf(id)).toEqual([usd('1.2345')])
      expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('100'))
    },
  )

  test('partial without remains: nothing is guessed, it goes to review', async () => {
    await bench.panel.settings({ quirks: ['remains_null'] })
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'Partial', remains: 100 })
    await bench.sync(id)
    const order = await bench.orderOf(id)
    expect(order).toMatchObject({ status: 'PENDING', refunded: 0n })
    expect(order).toMatchObject({ review_code: 'partial_without_remains', review_details: {} })
  })

  test('not for an order that was completed while its cancellation waited', async () => {
    const { id } = await bench.placeAccepted()
    const key = { userId: bench.user.id, id, from: ['PENDING'] } as const
    let canceling: Promise<boolean> | undefined
    await transact(bench.ctx, async (tx, publish) => {
      expect(await moveOrder(tx, publish, { ...key, to: 'COMPLETED' })).toBe(true)
      canceling = transact(bench.ctx, (late, tellLate) =>
        moveOrder(late, tellLate, { ...key, to: 'CANCELED', refund: { of: 'left' } }),
      )
      await expect.poll(() => countLockWaits(bench.app)).toBe(1)
    })
    expect(await canceling).toBe(false)
    expect(await bench.orderOf(id)).toMatchObject({ status: 'COMPLETED', refunded: 0n })
    expect(await refundsOf(id)).toEqual([])
  })
})
