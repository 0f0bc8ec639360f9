import { expect, test } from 'vitest'

import { makeClientRecords, type PlacedOrder } from '#torture/clients/client-records.ts'
import type { Accept } from '#torture/sandboxes/start-sandboxes.ts'

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

test('ordering has recovered with the first order requested after the fault', async () => {
  const records = makeClientRecords()
  const since = performance.now()
  const back = awaitOrders(records, since, 5)
  records.acknowledge(order, { id: 1, price: 1n }, since - 1)
  await new Promise((resolve) => setTimeout(resolve, 50)) // an order from before does not count
  records.acknowledge({ ...order }, { id: 2, price: 1n }, since + 1)
  expect(await back).toBeGreaterThan(0.04)
})

test("ordering that doesn't recover is reported in time", async () => {
  const begun = performance.now()
  expect(await awaitOrders(makeClientRecords(), begun, 0.2)).toBeUndefined()
  expect(performance.now() - begun).toBeGreaterThan(190)
})

test('sending has recovered with the first order that a provider took after the fault', async () => {
  const since = performance.now()
  const accepts: Accept[] = [{ provider: 'one', order: 1, link: 'l', quantity: 1, at: Date.now() - 10_000 }]
  const sandboxes = { accepts: () => accepts }
  expect(await awaitDispatch(sandboxes, since, 0.3)).toBeUndefined()
  accepts.push({ provider: 'two', order: 2, link: 'm', quantity: 1, at: Date.now() + 1 })
  expect(await awaitDispatch(sandboxes, since, 5)).toBeGreaterThan(0)
})
