import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'

import { claimOrders } from './claim-orders.ts'
import { makeDispatcher } from './dispatch-orders.ts'
import { landOutcome } from './land-outcome.ts'
import { placeOrder } from './place-order.ts'
import { expireLeases, resolveUnknown } from './resolve-unknown.ts'

let app: TestApp
let panel: TestPanel
let user: TestUser
let service: { id: number }
let links = 0

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())
beforeEach(async () => {
  // What the test before left is nobody's any more.
  await app.ctx.db
    .updateTable('orders')
    .set({ dispatch_at: new Date('2100-01-01') })
    .where('dispatch', 'in', ['queued', 'sending', 'unknown'])
    .execute()
  panel = await startPanel(app.ctx)
  user = await makeUser(app.ctx, { balance: '100' })
  service = await makeService(app.ctx, { supply: { providerId: panel.provider.id, service: '1' } })
  return () => panel.stop()
})

async function place(serviceId = service.id, link = `https://example.com/${(links += 1)}`) {
  const { order } = await placeOrder(app.ctx, {
    userId: user.id,
    body: { service_id: serviceId, link, quantity: 1000 },
  })
  return BigInt(order.id)
}

async function dispatch(ctx = app.ctx) {
  const dispatcher = makeDispatcher(ctx)
  await dispatcher.pump()
  await dispatcher.stop()
}

async function orderOf(id: bigint) {
  return app.ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function attemptsOf(id: bigint) {
  return app.ctx.db
    .selectFrom('order_attempts')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('number')
    .execute()
}

async function makeDue(id: bigint) {
  await app.ctx.db
    .updateTable('orders')
    .set({ dispatch_at: new Date(0) })
    .where('id', '=', id)
    .execute()
}

/** Long after: whatever may be decided without a person has been. */
async function letTimePass(id: bigint) {
  for (let round = 0; round < 3; round += 1) {
    await makeDue(id)
    await expireLeases(app.ctx)
    await makeDue(id)
    await resolveUnknown(app.ctx)
    await dispatch()
  }
}

test('sends an order once, and follows it under the id that the provider gave', async () => {
  const id = await place()
  await dispatch()
  await dispatch()
  const [taken, ...others] = await panel.adds()
  expect(others).toEqual([])
  expect(taken).toMatchObject({ service: 1, quantity: 1000 })
  expect(await orderOf(id)).toMatchObject({
    dispatch: 'accepted',
    status: 'PENDING',
    provider_order: String(taken?.order),
    attempts: 1,
  })
  expect(await attemptsOf(id)).toMatchObject([{ state: 'accepted', cost: usd('0.9') }])
  await auditMoney(app.ctx)
})

test('a worker sends a fresh order within a moment and follows it until it is delivered', async () => {
  const worked = await makeTestApp({ worker: true })
  const there = await startPanel(worked.ctx)
  const buyer = await makeUser(worked.ctx, { balance: '10' })
  const sold = await makeService(worked.ctx, { supply: { providerId: there.provider.id, service: '1' } })
  const begun = Date.now()
  const body = { service_id: sold.id, link: 'https://example.com/fresh', quantity: 1000 }
  const { order } = await placeOrder(worked.ctx, { userId: buyer.id, body })
  await expect.poll(async () => (await there.adds()).length, { interval: 10 }).toBe(1)
  // Some 50 ms on an idle machine; the polling alone would take up to a second.
  expect(Date.now() - begun).toBeLessThan(500)
  const [taken] = await there.adds()
  await there.move(taken?.order ?? 0, { status: 'Completed' })
  const statusOf = () =>
    worked.ctx.db.selectFrom('orders').select('status').where('id', '=', BigInt(order.id)).executeTakeFirst()
  await expect.poll(statusOf, { timeout: 5000 }).toEqual({ status: 'COMPLETED' })
  await worked.drop()
  await there.stop()
})

describe('an outcome that is not known', () => {
  test.for([
    ['500 after it was taken', 'error_500_after', {}],
    ['a reset after it was taken', 'reset', { taken: true }],
    ['HTML after it was taken', 'html', { taken: true }],
    ['an empty answer after it was taken', 'empty', { taken: true }],
    ['429 after it was taken', 'status_429', { taken: true }],
    ['500 before it was taken', 'error_500_before', {}],
  ] as const)('%s: sent once, never refunded by itself, a person decides', async ([, kind, more]) => {
    await panel.fault(kind, more)
    const id = await place()
    await dispatch()
    expect(await orderOf(id)).toMatchObject({ dispatch: 'unknown', status: 'PENDING', refunded: 0n })
    await letTimePass(id)
    const order = await orderOf(id)
    expect(order).toMatchObject({ dispatch: 'review', status: 'PENDING', refunded: 0n, attempts: 1 })
    expect(order.flag).toMatch(/not known/)
    expect((await panel.adds()).length).toBe(kind === 'error_500_before' ? 0 : 1)
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('98.8'))
    await auditMoney(app.ctx)
  })

  test('a success without an id: sent once, a person decides', async () => {
    await panel.settings({ quirks: ['add_without_id'] })
    const id = await place()
    await dispatch()
    await letTimePass(id)
    expect(await orderOf(id)).toMatchObject({ dispatch: 'review', refunded: 0n, attempts: 1 })
    expect((await panel.adds()).length).toBe(1)
  })

  test('an answer that comes after the lease: given up as unknown, and it still lands', async () => {
    await panel.fault('accept_late_reply', { delay_ms: 1500 })
    const id = await place()
    const sending = dispatch()
    await expect.poll(async () => (await panel.adds()).length).toBe(1)
    await makeDue(id)
    await expireLeases(app.ctx)
    expect((await orderOf(id)).dispatch).toBe('unknown')
    await dispatch()
    await sending
    expect(await orderOf(id)).toMatchObject({ dispatch: 'accepted', attempts: 1, flag: null })
    expect((await panel.adds()).length).toBe(1)
  })

  test('a process that died between the acceptance and our commit: unknown, then review, never sent again', async () => {
    const id = await place()
    const [attempt] = await claimOrders(app.ctx, { limit: 5, perProvider: 5, inFlight: new Map() })
    expect(attempt?.order_id).toBe(id)
    await dispatch()
    expect((await panel.adds()).length).toBe(0)
    await letTimePass(id)
    expect(await orderOf(id)).toMatchObject({ dispatch: 'review', attempts: 1, refunded: 0n })
    expect((await panel.adds()).length).toBe(0)
  })

  test('an id that another order holds already: review, and the other keeps it', async () => {
    const first = await place()
    await dispatch()
    await panel.fault('duplicate_id')
    const second = await place()
    await dispatch()
    await letTimePass(second)
    expect(await orderOf(first)).toMatchObject({ dispatch: 'accepted' })
    expect(await orderOf(second)).toMatchObject({ dispatch: 'review', provider_order: null, refunded: 0n })
    await auditMoney(app.ctx)
  })

  test('a balance that did not move while nothing else was open: sent again, once', async () => {
    const readAt = new Date(Date.now() - 200_000)
    await app.ctx.db
      .updateTable('providers')
      .set({ balance: '100000', balance_checked_at: readAt })
      .where('id', '=', panel.provider.id)
      .execute()
    await panel.fault('error_500_before')
    const id = await place()
    await dispatch()
    await letTimePass(id)
    expect(await orderOf(id)).toMatchObject({ dispatch: 'accepted', attempts: 2 })
    expect((await panel.adds()).length).toBe(1)
    await auditMoney(app.ctx)
  })

  test('a balance that fell by the cost: review with that hint, not sent again', async () => {
    const readAt = new Date(Date.now() - 200_000)
    await app.ctx.db
      .updateTable('providers')
      .set({ balance: '100000', balance_checked_at: readAt })
      .where('id', '=', panel.provider.id)
      .execute()
    await panel.fault('error_500_after')
    const id = await place()
    await dispatch()
    await letTimePass(id)
    const order = await orderOf(id)
    expect(order).toMatchObject({ dispatch: 'review', attempts: 1 })
    expect(order.flag).toMatch(/probably taken/)
    expect((await panel.adds()).length).toBe(1)
  })

  test('"active order with this link" for another order tells that the unknown one was taken', async () => {
    await panel.settings({ same_link_refused: true })
    await panel.fault('error_500_after')
    const link = 'https://example.com/held'
    const unknown = await place(service.id, link)
    await dispatch()
    await place(service.id, link)
    await dispatch()
    const order = await orderOf(unknown)
    expect(order).toMatchObject({ dispatch: 'review', refunded: 0n })
    expect(order.flag).toMatch(/active order with this link/)
    expect((await panel.adds()).length).toBe(1)
  })
})

describe('the fence', () => {
  test('a reply under another token writes nothing', async () => {
    const id = await place()
    const [attempt] = await claimOrders(app.ctx, { limit: 5, perProvider: 5, inFlight: new Map() })
    if (attempt === undefined) throw new Error('nothing was claimed')
    const stranger = { ...attempt, token: '00000000-0000-4000-8000-000000000000' }
    await landOutcome(app.ctx, stranger, { kind: 'accepted', order: '999' })
    expect(await orderOf(id)).toMatchObject({ dispatch: 'sending', provider_order: null })
  })

  test('a reply that comes twice, with different words, counts once', async () => {
    const id = await place()
    const [attempt] = await claimOrders(app.ctx, { limit: 5, perProvider: 5, inFlight: new Map() })
    if (attempt === undefined) throw new Error('nothing was claimed')
    await landOutcome(app.ctx, attempt, { kind: 'accepted', order: '4242' })
    await landOutcome(app.ctx, attempt, { kind: 'rejected', error: 'Incorrect link' })
    expect(await orderOf(id)).toMatchObject({ dispatch: 'accepted', provider_order: '4242', refunded: 0n })
  })

  test('two workers at once send each of 60 orders once', async () => {
    const other = await app.another()
    user = await makeUser(app.ctx, { balance: '1000' })
    const ids = await Promise.all(Array.from({ length: 60 }, () => place()))
    const dispatchers = [makeDispatcher(app.ctx), makeDispatcher(other.ctx)]
    await expect
      .poll(
        async () => {
          await Promise.all(dispatchers.map(({ pump }) => pump()))
          return (await panel.adds()).length
        },
        { timeout: 15_000 },
      )
      .toBe(60)
    await Promise.all(dispatchers.map(({ stop }) => stop()))
    const orders = await Promise.all(ids.map(orderOf))
    expect(orders.every(({ dispatch: state, attempts }) => state === 'accepted' && attempts === 1)).toBe(true)
    expect((await panel.adds()).length).toBe(60)
    await auditMoney(app.ctx)
  })
})

describe('what the provider says at once', () => {
  test('rejected: the next supply gets it, by priority', async () => {
    const second = await startPanel(app.ctx)
    await app.ctx.db
      .insertInto('supplies')
      .values({
        service_id: service.id,
        provider_id: second.provider.id,
        provider_service: '1',
        cost_rate: usd('1'),
        priority: 2,
      })
      .execute()
    await app.ctx.db
      .updateTable('supplies')
      .set({ provider_service: '777' })
      .where('provider_id', '=', panel.provider.id)
      .execute()
    const id = await place()
    await dispatch()
    await makeDue(id)
    await dispatch()
    expect(await orderOf(id)).toMatchObject({
      dispatch: 'accepted',
      provider_id: second.provider.id,
      attempts: 2,
    })
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['rejected', 'accepted'])
    expect([(await panel.adds()).length, (await second.adds()).length]).toEqual([0, 1])
    await auditMoney(app.ctx)
    await second.stop()
  })

  test('rejected by the last one: failed, refunded in full, once, and the customer is told', async () => {
    await app.ctx.db
      .updateTable('supplies')
      .set({ provider_service: '777' })
      .where('provider_id', '=', panel.provider.id)
      .execute()
    const id = await place()
    await dispatch()
    await letTimePass(id)
    expect(await orderOf(id)).toMatchObject({ status: 'FAILED', dispatch: 'rejected', refunded: usd('1.2') })
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('100'))
    const told = await app.ctx.db
      .selectFrom('notifications')
      .select(['type', 'message'])
      .where('user_id', '=', user.id)
      .execute()
    expect(told).toEqual([{ type: 'order_failed', message: `Order #${id} failed and was refunded` }])
    await auditMoney(app.ctx)
  })

  test('no funds there: back in the queue for later, the operator sees why, and it goes when there are funds', async () => {
    await panel.settings({ balance: '0' })
    const id = await place()
    await dispatch()
    await dispatch()
    const waiting = await orderOf(id)
    expect(waiting).toMatchObject({ dispatch: 'queued', status: 'PENDING', attempts: 1, refunded: 0n })
    expect(waiting.flag).toMatch(/Not enough funds/)
    await panel.settings({ balance: '100' })
    await makeDue(id)
    await dispatch()
    expect(await orderOf(id)).toMatchObject({ dispatch: 'accepted', flag: null })
    expect((await panel.adds()).length).toBe(1)
  })

  test('nobody listens there: back in the queue for later', async () => {
    const gone = await startPanel(app.ctx)
    await gone.stop()
    const unreachable = await makeService(app.ctx, { supply: { providerId: gone.provider.id, service: '1' } })
    const id = await place(unreachable.id)
    await dispatch()
    expect(await orderOf(id)).toMatchObject({ dispatch: 'queued', status: 'PENDING', attempts: 1 })
    expect(await attemptsOf(id)).toMatchObject([{ state: 'not_sent' }])
    await auditMoney(app.ctx)
  })

  test('no provider for the service: it stays queued and is flagged', async () => {
    const id = await place((await makeService(app.ctx)).id)
    await dispatch()
    expect(await orderOf(id)).toMatchObject({
      dispatch: 'queued',
      attempts: 0,
      flag: 'No provider for this service',
    })
  })

  test('a paused provider is left alone, and holds up no other', async () => {
    await app.ctx.db
      .updateTable('providers')
      .set({ paused_until: new Date(Date.now() + 60_000) })
      .where('id', '=', panel.provider.id)
      .execute()
    const other = await startPanel(app.ctx)
    const held = await place()
    const free = await place(
      (
        await makeService(app.ctx, {
          supply: { providerId: other.provider.id, service: '3' },
          type: 'Package',
        })
      ).id,
    )
    await dispatch()
    expect((await orderOf(held)).dispatch).toBe('queued')
    expect((await orderOf(free)).dispatch).toBe('accepted')
    expect([(await panel.adds()).length, (await other.adds()).length]).toEqual([0, 1])
    await other.stop()
  })
})
