import { afterAll, beforeAll, expect, test } from 'vitest'

import { RESELLER_POINTS_PER_MINUTE, resellerCosts } from '#contract/base/limits.ts'
import { createApiKey } from '#contract/users/api-keys.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser } from '#test/factories.ts'
import { makeReseller } from '#test/reseller-client.ts'

import { cancelOrders } from './cancel-orders.ts'
import { limitCalls } from './limit-calls.ts'
import { refillOrders, showRefills } from './refill-orders.ts'
import { makeShop } from './shop.ts'
import { showStatus } from './show-status.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: { RATE_LIMITS: 'default' } })
})
afterAll(() => app.drop())

const limited = () => limitCalls(app.ctx)
/** How many calls pass before the first is refused. */
async function countUntilRefused(action: 'status' | 'add' | 'refill', limit = limited()): Promise<number> {
  for (let count = 0; ; count += 1)
    if (
      await limit.take(1, action).then(
        () => false,
        () => true,
      )
    )
      return count
}

test('R9 thousands of statuses a minute pass, fewer orders, and calls passed to a provider cost by their orders', async () => {
  expect(await countUntilRefused('status')).toBe(RESELLER_POINTS_PER_MINUTE)
  const counts = [await countUntilRefused('add'), await countUntilRefused('refill')]
  expect(counts).toEqual([3_000, RESELLER_POINTS_PER_MINUTE])
})

test('R9 every 20 ids cost a point, and each order that is passed on costs as much as a provider call', async () => {
  const { id: userId } = await makeUser(app.ctx, { balance: '100' })
  const service = await makeService(app.ctx, { rate: '1', min: 1 })
  const place = async (link: string) => {
    const body = { service_id: service.id, link: `https://example.com/${link}`, quantity: 1 }
    return (await placeOrder(app.ctx, { userId, body })).order.id
  }
  const orders = [await place('a'), await place('b'), await place('c')]
  const shop = makeShop(app.ctx, { id: userId, keyId: '' })
  const spent: number[] = []
  const spend = async (points: number) => void spent.push(points)
  const ask = { shop, userId, spend }
  const unknown = Array.from({ length: 96 }, (_, at) => 900_000_000 + at)
  await showStatus({ ...ask, fields: { orders: unknown.slice(0, 19) } })
  await showStatus({ ...ask, fields: { orders: unknown.slice(0, 40) } })
  await showRefills({ ...ask, fields: { refills: unknown.slice(0, 20) } })
  expect(spent.splice(0)).toEqual([0, 2, 1])
  await cancelOrders({ ...ask, fields: { orders: [...orders, ...unknown] } })
  expect(spent.splice(0)).toEqual([4, 60])
  await cancelOrders({ ...ask, fields: { orders } })
  // No order is completed.
  await refillOrders({ ...ask, fields: { orders } })
  expect(spent).toEqual([0, 0, 0, 0])
})

test('R8f R9 beyond the limit none of many orders is canceled', async () => {
  const { id: userId } = await makeUser(app.ctx, { balance: '100' })
  const service = await makeService(app.ctx, { rate: '1', min: 1 })
  const body = { service_id: service.id, link: 'https://example.com/d', quantity: 1 }
  const { order } = await placeOrder(app.ctx, { userId, body })
  const shop = makeShop(app.ctx, { id: userId, keyId: '' })
  const limit = limited()
  await limit.spend(userId, RESELLER_POINTS_PER_MINUTE - resellerCosts.cancel + 1)
  const spend = (points: number) => limit.spend(userId, points)
  const canceled = cancelOrders({ shop, userId, spend, fields: { orders: order.id } })
  await expect(canceled).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await shop.findOrders([order.id])).toMatchObject([{ status: 'PENDING' }])
})

test('R9 a customer over the limit gets a Retry-After, and no other is refused', async () => {
  const limit = limited()
  await countUntilRefused('add', limit)
  const refusal: unknown = await limit.take(1, 'balance').then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refusal).toMatchObject({ code: 'rate_limited' })
  const { retryAfterSeconds } = refusal as { retryAfterSeconds: number } // as the line before says
  expect(retryAfterSeconds).toBeGreaterThan(0)
  expect(retryAfterSeconds).toBeLessThanOrEqual(60)
  await limit.take(2, 'balance')
})

test('R9 the whole list costs more than the same list again', async () => {
  const limit = limited()
  for (let at = 0; at < 300; at += 1) {
    await limit.take(1, 'services')
    limit.takeList(1)
  }
  expect(await countUntilRefused('status', limit)).toBe(
    RESELLER_POINTS_PER_MINUTE - 300 * resellerCosts.services,
  )
})

test('R8f R9 over the limit a call is 429 without a body, by all keys together', async () => {
  const { token } = await makeUser(app.ctx, {})
  const keys = [
    (await app.call(createApiKey, { token })).body.key,
    (await app.call(createApiKey, { token })).body.key,
  ]
  const [services, balance] = keys.map((key) => makeReseller(app, key))
  if (services === undefined || balance === undefined) throw new Error('two keys were asked for')
  const count = RESELLER_POINTS_PER_MINUTE / resellerCosts.services
  for (let at = 0; at < count; at += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => services('services')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  }
  const { status, text, headers } = await balance('balance')
  expect([status, text, headers.get('content-type')]).toEqual([429, '', null])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})
