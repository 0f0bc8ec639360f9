import { describe, expect, test } from 'vitest'

import { makeTestApp } from '#test/app.ts'
import { makeService, makeUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { startPanel } from '#test/panel.ts'

import { makeClaimer } from './claim-orders.ts'
import { makeDispatcher } from './dispatch-orders.ts'
import { landOutcome } from './land-outcome.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'

const bench = makeOrderBench()

test('sends an order once, and polls it under the id that the provider gave', async () => {
  const id = await bench.place()
  await bench.dispatch()
  await bench.dispatch()
  const [taken, ...others] = await bench.panel.adds()
  expect(others).toEqual([])
  expect(taken).toMatchObject({ service: 1, quantity: 1000 })
  expect(await bench.orderOf(id)).toMatchObject({
    dispatch: 'accepted',
    status: 'PENDING',
    provider_order: String(taken?.order),
    attempts: 1,
  })
  expect(await bench.attemptsOf(id)).toMatchObject([{ state: 'accepted', cost: usd('0.9') }])
})

test('a worker sends a new order and polls it until it is delivered', async () => {
  const worked = await makeTestApp({ worker: true })
  const there = await startPanel(worked.ctx)
  const buyer = await makeUser(worked.ctx, { balance: '10' })
  const sold = await makeService(worked.ctx, { supply: { providerId: there.provider.id, service: '1' } })
  const body = { service_id: sold.id, link: 'https://example.com/fresh', quantity: 1000 }
  const { order } = await placeOrder(worked.ctx, { userId: buyer.id, body })
  await expect.poll(async () => (await there.adds()).length, { interval: 10 }).toBe(1)
  const [taken] = await there.adds()
  await there.move(taken?.order ?? 0, { status: 'Completed' })
  const statusOf = () =>
    worked.ctx.db.selectFrom('orders').select('status').where('id', '=', BigInt(order.id)).executeTakeFirst()
  await expect.poll(statusOf, { timeout: 15_000 }).toEqual({ status: 'COMPLETED' })
  const figures = await worked.ctx.metrics.registry.metrics()
  expect(figures).toContain('tally_order_attempts_total{outcome="accepted"} 1')
  const call = `kind="provider",name="${there.provider.slug}",call="add",outcome="answered"`
  expect(figures).toContain(`tally_outgoing_call_seconds_count{${call}} 1`)
  await worked.drop()
  await there.stop()
})

describe('the fence', () => {
  test('a reply under another token writes nothing', async () => {
    const id = await bench.place()
    const [attempt] = await makeClaimer(bench.ctx).claim({ providerId: bench.panel.provider.id, limit: 5 })
    if (attempt === undefined) throw new Error('nothing was claimed')
    const stranger = { ...attempt, token: '00000000-0000-4000-8000-000000000000' }
    await landOutcome(bench.ctx, stranger, { kind: 'accepted', order: '999' })
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'sending', provider_order: null })
  })

  test('a reply that arrives twice, with different contents, counts once', async () => {
    const id = await bench.place()
    const [attempt] = await makeClaimer(bench.ctx).claim({ providerId: bench.panel.provider.id, limit: 5 })
    if (attempt === undefined) throw new Error('nothing was claimed')
    await landOutcome(bench.ctx, attempt, { kind: 'accepted', order: '4242' })
    await landOutcome(bench.ctx, attempt, {
      kind: 'rejected',
      fault: { code: 'said', details: { error: 'Incorrect link' } },
    })
    expect(await bench.orderOf(id)).toMatchObject({
      dispatch: 'accepted',
      provider_order: '4242',
      refunded: 0n,
    })
  })

  test('a long queue of one provider blocks no other', async () => {
    const other = await startPanel(bench.ctx)
    for (let index = 0; index < 40; index += 1) await bench.place()
    const sold = await makeService(bench.ctx, { supply: { providerId: other.provider.id, service: '1' } })
    await bench.panel.fault('slow', { times: 40, delay_ms: 2500 })
    const last = await bench.place({ serviceId: sold.id })
    const dispatcher = makeDispatcher(bench.ctx)
    await dispatcher.pump()
    await expect.poll(async () => (await bench.orderOf(last)).dispatch, { timeout: 8_000 }).toBe('accepted')
    await bench.ctx.db
      .updateTable('dispatch_queue')
      .set({ due_at: new Date('2100-01-01') })
      .where('token', 'is', null)
      .execute()
    await dispatcher.stop()
    await other.stop()
  })

  test('two workers at once send each of 60 orders once', async () => {
    const other = await bench.app.another()
    bench.use({ user: await makeUser(bench.ctx, { balance: '1000' }) })
    const ids = await Promise.all(Array.from({ length: 60 }, () => bench.place()))
    const dispatchers = [makeDispatcher(bench.ctx), makeDispatcher(other.ctx)]
    await expect
      .poll(
        async () => {
          await Promise.all(dispatchers.map(({ pump }) => pump()))
          return (await bench.panel.adds()).length
        },
        { timeout: 15_000 },
      )
      .toBe(60)
    await Promise.all(dispatchers.map(({ stop }) => stop()))
    const orders = await Promise.all(ids.map(bench.orderOf))
    expect(orders.every(({ dispatch: state, attempts }) => state === 'accepted' && attempts === 1)).toBe(true)
    expect((await bench.panel.adds()).length).toBe(60)
  })
})
