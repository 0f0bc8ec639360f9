import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { importServices } from '#contract/catalogue/imports.ts'
import { adminRefundOrder } from '#contract/orders/order-actions.ts'
import { cancelOrder, refillOrder } from '#contract/orders/orders.ts'
import { createApiKey } from '#contract/users/api-keys.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { changeCustomerRates } from '#server/modules/users/custom-rates/change-customer-rates.ts'

import { balanceOf, giveBalance, makeProvider, makeUser, type TestUser, usd } from './factories.ts'
import { makeOrderBench } from './order-bench.ts'

/**
 * Two installations: the second's provider is the first, called over a socket with a customer's key. The first sells at
 * $1.20, with a discount of 10 % for this customer; the second adds 50 %.
 */
const first = makeOrderBench({ supply: '2', refill: true, cancel: true })
const second = makeOrderBench()

let provider: { id: number; slug: string }
let staffOf: { first: TestUser; second: TestUser }

beforeAll(async () => {
  staffOf = {
    first: await makeUser(first.ctx, { role: 'admin' }),
    second: await makeUser(second.ctx, { role: 'admin' }),
  }
})
beforeEach(connect)
// In addition, each bench audits its own ledger.
afterEach(async () => {
  const [costs, charged] = [await costsOfSecond(), await chargedByFirst()]
  if (costs !== charged)
    throw new Error(`the orders of the second cost ${costs}, the first charged ${charged}`)
})

/** A provider of the second that orders as the first's customer, and a service imported from it. */
async function connect() {
  const change = { discount_percent: 10 }
  const rule = { userId: first.user.id, change, now: first.ctx.clock() }
  await transact(first.ctx, (tx) => changeCustomerRates(tx, rule))
  const { key } = (await first.app.call(createApiKey, { token: first.user.token })).body
  provider = await makeProvider(second.ctx, { url: first.app.url, key })
  const body = { provider: provider.slug, serviceIds: [first.service.id], markupPercentage: 50 }
  await second.app.call(importServices, { token: staffOf.second.token, body })
  const supplied = second.ctx.db.selectFrom('supplies').select('service_id')
  const { service_id: id } = await supplied.where('provider_id', '=', provider.id).executeTakeFirstOrThrow()
  second.use({ service: { id } })
}

/** What the second's orders cost as far as it knows, minus what was returned. */
async function costsOfSecond(): Promise<bigint> {
  const { rows } = await second.ctx.pool.query(
    'select charge::text from order_attempts where provider_id = $1 and charge is not null',
    [provider.id],
  )
  return rows.reduce((sum, { charge }) => sum + usd(charge), 0n)
}

/** What the first charged this customer, minus refunds, by its ledger. */
async function chargedByFirst(): Promise<bigint> {
  const { rows } = await first.ctx.pool.query(
    "select signed_amount::text as signed from transactions where user_id = $1 and type in ('order', 'refund')",
    [first.user.id],
  )
  return rows.reduce((sum, { signed }) => sum - BigInt(signed), 0n)
}

/** An order that passed through both: its id in the second, in the first, and at the first's provider. */
async function placeThrough() {
  const { id, there } = await second.placeAccepted()
  const middle = BigInt(there)
  await first.dispatch()
  return { id, middle, end: String((await first.orderOf(middle)).provider_order) }
}

/** The first polls its provider, then the second polls the first. */
async function syncThrough({ id, middle }: { id: bigint; middle: bigint }) {
  await first.sync(middle)
  await second.makeCheckDue(id)
  await second.ask(second.ctx, provider.id)
}

async function refundsOf({ id, middle }: { id: bigint; middle: bigint }) {
  const [there, here] = [await first.orderOf(middle), await second.orderOf(id)]
  return { first: [there.status, there.refunded], second: [here.status, here.refunded] }
}

test("services are imported at the customer's own rate, and sold with the markup", async () => {
  const service = await second.ctx.db
    .selectFrom('services')
    .innerJoin('supplies', 'supplies.service_id', 'services.id')
    .select(['rate', 'cost_rate', 'services.refill', 'services.cancel'])
    .where('services.id', '=', second.service.id)
    .executeTakeFirstOrThrow()
  expect(service).toEqual({ rate: usd('1.62'), cost_rate: usd('1.08'), refill: true, cancel: true })
})

test('an order goes through both, is charged once in each, and completes', async () => {
  const order = await placeThrough()
  await first.panel.move(order.end, { status: 'Completed', remains: 0, start_count: 40 })
  await syncThrough(order)
  expect(await second.orderOf(order.id)).toMatchObject({ status: 'COMPLETED', start_count: 40n })
  expect(await balanceOf(first.ctx, first.user.id)).toBe(usd('98.92'))
  expect(await balanceOf(second.ctx, second.user.id)).toBe(usd('98.38'))
  expect(await chargedByFirst()).toBe(usd('1.08'))
})

describe('refunds and refills in the first panel reach the second', () => {
  test('R8c a part, by the provider', async () => {
    const order = await placeThrough()
    await first.panel.move(order.end, { status: 'Partial', remains: 250 })
    await syncThrough(order)
    expect(await refundsOf(order)).toEqual({
      first: ['PARTIAL', usd('0.27')],
      second: ['PARTIAL', usd('0.405')],
    })
  })

  test('R8c the whole order, by the provider', async () => {
    const order = await placeThrough()
    await first.panel.move(order.end, { status: 'Canceled' })
    await syncThrough(order)
    expect(await refundsOf(order)).toEqual({
      first: ['CANCELED', usd('1.08')],
      second: ['CANCELED', usd('1.62')],
    })
  })

  test("the whole order, by a cancel request of the second panel's customer", async () => {
    const order = await placeThrough()
    const { status } = await second.app.call(cancelOrder, {
      token: second.user.token,
      params: { id: order.id },
    })
    expect([status, await first.panel.arrivals('cancel')]).toEqual([200, 1])
    await first.panel.move(order.end, { status: 'Canceled' })
    await syncThrough(order)
    expect(await refundsOf(order)).toMatchObject({ second: ['CANCELED', usd('1.62')] })
    expect(await balanceOf(second.ctx, second.user.id)).toBe(usd('100'))
  })

  test.each([
    ['a part', { amount: 0.54 }, ['PARTIAL', usd('0.81')]],
    ['all', {}, ['CANCELED', usd('1.62')]],
  ] as const)('R8d %s that staff of the first refunded after completion', async (_, refund, second_) => {
    const order = await placeThrough()
    await first.panel.move(order.end, { status: 'Completed', remains: 0 })
    await first.sync(order.middle)
    const body = { ...refund, reason: 'Not what was promised' }
    const params = { id: order.middle }
    const { status } = await first.app.call(adminRefundOrder, { token: staffOf.first.token, params, body })
    expect(status).toBe(200)
    await syncThrough(order)
    await syncThrough(order)
    expect((await refundsOf(order)).second).toEqual(second_)
  })
})

test("a refill request of the second panel's customer goes through both", async () => {
  const order = await placeThrough()
  await first.panel.move(order.end, { status: 'Completed', remains: 0 })
  await syncThrough(order)
  const { status } = await second.app.call(refillOrder, {
    token: second.user.token,
    params: { id: order.id },
  })
  expect([status, await first.panel.arrivals('refill')]).toEqual([200, 1])
  expect((await first.orderOf(order.middle)).status).toBe('REFILL')
  await first.panel.moveRefill(1, { status: 'Completed' })
  await syncThrough(order)
  const refills = second.ctx.db.selectFrom('refills').select('state').where('order_id', '=', order.id)
  expect(await refills.execute()).toEqual([{ state: 'completed' }])
})

test('without funds in the first panel an order waits in the second, and is sent once there are funds', async () => {
  first.use({ user: await makeUser(first.ctx, { balance: '1' }) })
  await connect()
  const id = await second.place()
  await second.dispatch()
  expect(await second.orderOf(id)).toMatchObject({ status: 'PENDING', dispatch: 'queued', attempts: 1 })
  await giveBalance(first.ctx, first.user.id, '99')
  await second.resumeSending(provider.id)
  await second.makeDue(id)
  await second.dispatch()
  const { dispatch, provider_order: there } = await second.orderOf(id)
  expect(dispatch).toBe('accepted')
  await first.dispatch()
  await syncThrough({ id, middle: BigInt(String(there)) })
  expect(await chargedByFirst()).toBe(usd('1.08'))
})
