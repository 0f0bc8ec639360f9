import { describe, expect, test } from 'vitest'

import { cancelOrder, getOrder, refillOrder } from '#contract/orders/orders.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

const asCustomer = (id: bigint) => ({ token: bench.user.token, params: { id } })
const statusOf = async (id: bigint) => (await bench.orderOf(id)).status

async function reading() {
  return bench.ctx.db
    .selectFrom('providers')
    .select(['reading_failures', 'reading_paused_until', 'reading_error'])
    .where('id', '=', bench.panel.provider.id)
    .executeTakeFirstOrThrow()
}
const sound = { reading_failures: 0, reading_paused_until: null, reading_error: null }

describe('a panel with single calls only', () => {
  test.each(['single_status_only', 'single_calls_only'])(
    'with %s has its orders polled to the end, and is no outage',
    async (quirk) => {
      const one = await bench.placeAccepted()
      const other = await bench.placeAccepted()
      await bench.panel.settings({ quirks: [quirk] })
      await bench.panel.move(one.there, { status: 'In progress', remains: 10 })
      await bench.panel.move(other.there, { status: 'Completed' })
      await bench.sync(one.id)
      await bench.sync(other.id)
      expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['PROCESSING', 'COMPLETED'])
      expect(await reading()).toEqual(sound)
      const { perCall } = await getProviderAccount(bench.ctx, bench.panel.provider.id)
      expect(perCall).toEqual({ order: 1, refill: 100 })
      await bench.panel.move(one.there, { status: 'Canceled' })
      await bench.sync(one.id)
      expect(await statusOf(one.id)).toBe('CANCELED')
    },
  )

  test('is sent refills and cancels one by one, and its refills end', async () => {
    const { id } = await bench.placeAt('Completed')
    const pending = await bench.placeAt('Pending')
    await bench.panel.settings({ quirks: ['single_calls_only'] })
    expect((await bench.app.call(cancelOrder, asCustomer(pending.id))).status).toBe(200)
    expect((await bench.app.call(refillOrder, asCustomer(id))).status).toBe(200)
    await bench.panel.moveRefill(1, { status: 'Completed' })
    await bench.sync(id)
    expect(await statusOf(id)).toBe('COMPLETED')
    const { perCall } = await getProviderAccount(bench.ctx, bench.panel.provider.id)
    expect(perCall.refill).toBe(1)
  })
})

test('an id unknown to the panel goes to review alone, and the others of its list are polled', async () => {
  const [lost, one, other] = [
    await bench.placeAccepted(),
    await bench.placeAccepted(),
    await bench.placeAccepted(),
  ]
  await bench.panel.settings({ quirks: ['spoiled_by_one'] })
  const nameAs = (ref: string) =>
    bench.ctx.pool.query(
      `with moved as (update poll_queue set provider_ref = $2 where order_id = $1)
       update orders set provider_order = $2 where id = $1`,
      [lost.id, ref],
    )
  await nameAs('424242')
  for (const { there } of [one, other]) await bench.panel.move(there, { status: 'Completed' })
  for (const { id } of [lost, one, other]) await bench.makeCheckDue(id)
  await bench.ask()
  expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['COMPLETED', 'COMPLETED'])
  expect(await bench.orderOf(lost.id)).toMatchObject({
    status: 'PENDING',
    review_code: 'told_error',
    review_details: { fault: { code: 'said', details: { error: 'Incorrect order ID' } } },
  })
  expect(await reading()).toEqual(sound)
  await nameAs(lost.there)
})

test("an order that a panel's lists leave out is queried alone, and polled to its end", async () => {
  const { id, there } = await bench.placeAccepted()
  await bench.panel.settings({ quirks: ['lists_leave_out'] })
  await bench.panel.move(there, { status: 'In progress', remains: 10 })
  await bench.sync(id)
  expect(await bench.orderOf(id)).toMatchObject({ status: 'PROCESSING', remains: 10n, review_code: null })
  await bench.panel.move(there, { status: 'Completed' })
  await bench.sync(id)
  expect(await statusOf(id)).toBe('COMPLETED')
  expect(await reading()).toEqual(sound)
})

test('an order that is completed with a remainder keeps its status and goes to review', async () => {
  const { id, there } = await bench.placeAt('In progress', { remains: 400 })
  await bench.panel.move(there, { status: 'Completed', remains: 400 })
  await bench.sync(id)
  expect(await bench.orderOf(id)).toMatchObject({
    status: 'PROCESSING',
    review_code: 'completed_with_remains',
    review_details: { remains: 400 },
  })
  await bench.panel.move(there, { status: 'Completed', remains: 0 })
  await bench.sync(id)
  expect(await bench.orderOf(id)).toMatchObject({ status: 'COMPLETED', review_code: null })
})

describe('a refill that was accepted without an id', () => {
  const ask = async () => {
    const taken = await bench.placeAt('Completed')
    await bench.panel.settings({ quirks: ['refill_without_id'] })
    expect((await bench.app.call(refillOrder, asCustomer(taken.id))).status).toBe(200)
    expect(await statusOf(taken.id)).toBe('REFILL')
    return taken
  }
  const refillOf = (id: bigint) =>
    bench.ctx.db.selectFrom('refills').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()

  test('follows the status of its order, and ends once the order was open again', async () => {
    const { id, there } = await ask()
    await bench.sync(id)
    expect([await statusOf(id), (await refillOf(id)).state]).toEqual(['REFILL', 'pending'])
    await bench.panel.move(there, { status: 'In progress' })
    await bench.sync(id)
    expect([await statusOf(id), (await refillOf(id)).seen_open]).toEqual(['REFILL', true])
    await bench.panel.move(there, { status: 'Completed' })
    await bench.sync(id)
    expect([await statusOf(id), (await refillOf(id)).state]).toEqual(['COMPLETED', 'completed'])
    const { json } = await bench.app.call(getOrder, asCustomer(id))
    expect(json).toMatchObject({ order: { can_refill: true } })
  })

  test('without any sign goes to review after three days', async () => {
    const { id } = await ask()
    await bench.ctx.pool.query(
      `update refills set answered_at = now() - interval '73 hours' where order_id = $1`,
      [id],
    )
    await bench.sync(id)
    expect([await statusOf(id), (await refillOf(id)).state]).toEqual(['COMPLETED', 'given_up'])
    expect((await bench.orderOf(id)).review_code).toBe('refill_given_up')
  })
})
