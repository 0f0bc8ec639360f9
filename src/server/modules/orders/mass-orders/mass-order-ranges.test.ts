import { expect, test } from 'vitest'

import { listNotificationEntries, listNotifications } from '#contract/messaging/notifications.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { cancelOrder } from '#server/modules/orders/cancel/cancel-order.ts'

import { findMassOrder } from './mass-order-ranges.ts'
import { placeMassOrder } from './place-mass-order.ts'

const bench = makeOrderBench({ name: 'Instagram Followers' })

async function placeLines(quantities: readonly number[]): Promise<bigint[]> {
  const lines = quantities.map((quantity, at) => ({
    service_id: bench.service.id,
    link: `https://www.instagram.com/line.${at}`,
    quantity,
  }))
  const own = { userId: bench.user.id, idempotencyKey: undefined, keyId: undefined }
  const { results } = await placeMassOrder(bench.ctx, { ...own, lines })
  return results.flatMap((one) => ('order' in one ? [BigInt(one.order.id)] : []))
}

async function massOrderOf(id: bigint): Promise<number | null> {
  const { user_id: userId, seq } = await bench.orderOf(id)
  return findMassOrder(bench.ctx.db, { userId, seq })
}

test('the orders of a mass order are one range, and orders before, after or placed alone are in none', async () => {
  const before = await bench.place()
  // The second line is refused, so the third follows the first.
  const first = await placeLines([100, 0, 200, 300])
  const between = await bench.place()
  const second = await placeLines([100, 200])
  const alone = await placeLines([100])
  const after = await bench.place()
  expect(await Promise.all(first.map(massOrderOf))).toEqual([2, 2, 2])
  expect(await Promise.all(second.map(massOrderOf))).toEqual([6, 6])
  for (const id of [before, between, ...alone, after]) expect(await massOrderOf(id)).toBeNull()
})

test('an order that ends, sent or not, is notified as part of its mass order, with its service', async () => {
  const { token, id: userId } = bench.user
  const [canceled, completed, partial] = await placeLines([100, 1_000, 500])
  if (canceled === undefined || completed === undefined || partial === undefined)
    throw new Error('not placed')
  await cancelOrder(bench.ctx, { userId, id: canceled })
  await bench.dispatch()
  const end = async (id: bigint, ending: { status: string; remains: number }) => {
    await bench.panel.move((await bench.orderOf(id)).provider_order ?? '', ending)
    await bench.sync(id)
  }
  await end(completed, { status: 'Completed', remains: 0 })
  await end(partial, { status: 'Partial', remains: 200 })
  const { entries } = (await bench.app.call(listNotificationEntries, { token })).body
  expect(entries.map(({ mass_order: massOrder }) => massOrder)).toEqual([
    { id: 1, orders: 3, completed: 1, partial: 1, canceled: 1, failed: 0, refunded: 0, unread: 3 },
  ])
  const opened = await bench.app.call(listNotifications, { token, query: { mass_order: '1' } })
  expect(opened.body.map(({ message }) => message)).toEqual([
    `300 of 500 Instagram followers delivered, the rest refunded · #${partial}`,
    `1,000 Instagram followers delivered · #${completed}`,
    `100 Instagram followers canceled and refunded · #${canceled}`,
  ])
})
