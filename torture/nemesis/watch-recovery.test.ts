import { expect, test } from 'vitest'

import { openBook, type PlacedOrder } from '#torture/people/book.ts'
import type { Accept } from '#torture/world/start-world.ts'

import { awaitDispatch, awaitOrders } from './watch-recovery.ts'

const order: PlacedOrder = {
  key: 'k',
  customer: 'c',
  userId: 1,
  link: 'l',
  service: 's',
  askedAt: 0,
  quantity: 1,
}

test('orders are back with the first one that was asked for after the harm', async () => {
  const book = openBook()
  const since = performance.now()
  const back = awaitOrders(book, since, 5)
  book.acknowledge(order, { id: 1, price: 1n }, since - 1)
  await new Promise((resolve) => setTimeout(resolve, 50)) // the order from before is no news meanwhile
  book.acknowledge({ ...order }, { id: 2, price: 1n }, since + 1)
  expect(await back).toBeGreaterThan(0.04)
})

test('orders that stay away are missed in time', async () => {
  const begun = performance.now()
  expect(await awaitOrders(openBook(), begun, 0.2)).toBeUndefined()
  expect(performance.now() - begun).toBeGreaterThan(190)
})

test('sending is back with the first order that a provider took after the harm', async () => {
  const since = performance.now()
  const accepts: Accept[] = [{ provider: 'one', order: 1, link: 'l', quantity: 1, at: Date.now() - 10_000 }]
  const world = { accepts: () => accepts }
  expect(await awaitDispatch(world, since, 0.3)).toBeUndefined()
  accepts.push({ provider: 'two', order: 2, link: 'm', quantity: 1, at: Date.now() + 1 })
  expect(await awaitDispatch(world, since, 5)).toBeGreaterThan(0)
})
