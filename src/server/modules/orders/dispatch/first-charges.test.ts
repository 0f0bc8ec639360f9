import { expect, test } from 'vitest'

import { listServices } from '#contract/catalogue/catalogue.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import { listAdminOrders } from '#contract/orders/admin-orders.ts'
import { getProvider, releaseProvider } from '#contract/providers/provider-actions.ts'
import { updateProvider } from '#contract/providers/providers.ts'
import { releaseOrder } from '#server/modules/orders/admin/release-order.ts'
import { cancelOrder } from '#server/modules/orders/cancel/cancel-order.ts'
import { chargeQueue } from '#server/modules/orders/polling/read-charges.ts'
import { makeService, makeUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { giveUpFirstCharges } from './hold-back.ts'

/** Costs 0.9 per 1,000 at the provider. */
const bench = makeOrderBench({ rate: '1.2', min: 1 })

/** As for a provider that is not the sandbox. */
async function awaitCharges(more: { first_orders?: number; first_cost?: bigint } = {}) {
  await bench.ctx.db
    .updateTable('providers')
    .set({ first_orders: 5, ...more })
    .where('id', '=', bench.panel.provider.id)
    .execute()
}
async function placeMany(count: number, quantity = 1000) {
  const ids: bigint[] = []
  for (let at = 0; at < count; at += 1) ids.push(await bench.place({ quantity }))
  return ids
}
const sent = async () => (await bench.panel.adds()).length
const ordersOf = (ids: readonly bigint[]) => Promise.all(ids.map((id) => bench.orderOf(id)))
const admin = () => makeUser(bench.ctx, { role: 'admin' })

async function charge(id: bigint, amount: string) {
  const { provider_order: there } = await bench.orderOf(id)
  if (there === null) throw new Error('it was not sent')
  await bench.panel.move(there, { status: 'In progress', charge: amount })
  await bench.sync(id)
  await chargeQueue.workDue(bench.ctx)
}

test('five orders of a supply are sent before its first charge is read, and the rest waits where staff see why', async () => {
  await awaitCharges()
  const ids = await placeMany(8)
  await bench.dispatch()
  await bench.dispatch()
  expect(await sent()).toBe(5)
  expect((await ordersOf(ids)).slice(5)).toMatchObject(
    ids.slice(5).map(() => ({ status: 'PENDING', dispatch: 'queued', review_code: 'first_charge_awaited' })),
  )
  const { token } = await admin()
  const params = { id: bench.panel.provider.id }
  expect((await bench.app.call(getProvider, { token, params })).body.provider.held_back).toBe(1)
  // No review is needed.
  const { body } = await bench.app.call(listAdminOrders, { token, query: { attention: 'true' } })
  expect(body.orders.filter(({ id }) => ids.includes(BigInt(id)))).toEqual([])

  await charge(ids[0] ?? 0n, '0.90')
  await bench.dispatch()
  expect(await sent()).toBe(8)
  expect((await ordersOf(ids)).map(({ dispatch, review_code }) => [dispatch, review_code])).toEqual(
    ids.map(() => ['accepted', null]),
  )
})

test('orders of other supplies pass those that wait', async () => {
  await awaitCharges({ first_orders: 1 })
  await placeMany(3)
  const supply = { providerId: bench.panel.provider.id, service: '2' }
  const other = await makeService(bench.ctx, { rate: '1.2', min: 1, supply })
  await bench.ctx.pool.query("update supplies set first_charge = 'read' where service_id = $1", [other.id])
  const passing = await bench.place({ serviceId: other.id })
  await bench.dispatch()
  expect((await bench.orderOf(passing)).dispatch).toBe('accepted')
  expect(await sent()).toBe(2)
})

test('no more cost is sent than the limit, and a smaller order passes a larger one', async () => {
  await awaitCharges({ first_cost: usd('2') })
  const [large, ...small] = [...(await placeMany(1, 3_000)), ...(await placeMany(3))]
  await bench.dispatch()
  await bench.dispatch()
  expect((await ordersOf([large ?? 0n, ...small])).map(({ dispatch }) => dispatch)).toEqual([
    'queued',
    'accepted',
    'accepted',
    'queued',
  ])
})

test('an attempt with an unknown outcome uses no place', async () => {
  await awaitCharges({ first_orders: 1 })
  await bench.panel.fault('error_500_after')
  const [unknown, ...rest] = await placeMany(3)
  await bench.dispatch()
  expect((await bench.orderOf(unknown ?? 0n)).dispatch).toBe('unknown')
  for (const id of rest) await bench.makeDue(id)
  await bench.dispatch()
  await bench.dispatch()
  expect((await ordersOf(rest)).map(({ dispatch }) => dispatch)).toEqual(['accepted', 'queued'])
})

test('a first charge of more than five times its rate holds everything from the provider until staff release it', async () => {
  await awaitCharges()
  const { token } = await admin()
  const params = { id: bench.panel.provider.id }
  const ids = await placeMany(7)
  await bench.dispatch()
  await charge(ids[0] ?? 0n, '4.60')
  const held = (await bench.app.call(getProvider, { token, params })).body.provider
  expect(held.charge_hold).toMatchObject({
    order_ids: [Number(ids[0])],
    service_id: bench.service.id,
    service: '1',
    expected: '0.9',
    charged: '4.6',
  })
  expect((await bench.app.call(listNotifications, { token })).body).toMatchObject([
    { code: 'provider_charges_held', details: { order_id: Number(ids[0]) } },
  ])
  await expect
    .poll(async () => (await bench.app.call(listServices)).body.some(({ id }) => id === bench.service.id))
    .toBe(false)
  await expect(bench.place()).rejects.toMatchObject({ code: expect.stringContaining('service') })
  for (const id of ids.slice(5)) await bench.makeDue(id)
  await bench.dispatch()
  expect(await sent()).toBe(5)

  expect((await bench.app.call(releaseProvider, { token, params })).body.provider.charge_hold).toBeNull()
  for (const id of ids.slice(5)) await bench.makeDue(id)
  await bench.dispatch()
  expect(await sent()).toBe(7)
  expect(await bench.app.call(releaseProvider, { token, params })).toMatchObject({ status: 409 })
})

test('a held provider whose rates turn out to be per piece is sold at its cost, and its charges are checked again', async () => {
  await awaitCharges()
  const { token } = await admin()
  const params = { id: bench.panel.provider.id }
  const [first = 0n] = await placeMany(1)
  await bench.dispatch()
  await charge(first, '900')
  const perOne = { rate_per: 1 } as const
  const shown = await bench.app.call(updateProvider, { token, params, body: { ...perOne, dry_run: true } })
  const confirm = shown.body.repricing?.seal
  const changed = await bench.app.call(updateProvider, { token, params, body: { ...perOne, confirm } })
  expect(changed.body.provider.charge_hold).toBeNull()
  const { rows } = await bench.ctx.pool.query(
    `select cost_rate, first_charge, rate from supplies join services on services.id = service_id where service_id = $1`,
    [bench.service.id],
  )
  expect(rows).toEqual([{ cost_rate: usd('900'), first_charge: 'awaited', rate: expect.any(BigInt) }])
  expect(rows[0].rate).toBeGreaterThanOrEqual(usd('900'))
})

test('without a charge for half an hour staff are notified, and orders are still sent', async () => {
  await awaitCharges({ first_orders: 1 })
  const { token } = await admin()
  const ids = await placeMany(3)
  await bench.dispatch()
  await giveUpFirstCharges(bench.ctx)
  await bench.dispatch()
  expect(await sent()).toBe(1)
  await bench.ctx.pool.query(
    "update order_attempts set finished_at = now() - interval '31 minutes' where order_id = $1",
    [ids[0]],
  )
  await giveUpFirstCharges(bench.ctx)
  expect((await bench.app.call(listNotifications, { token })).body).toMatchObject([
    { code: 'provider_charges_missing', details: { services: 1 } },
  ])
  await bench.dispatch()
  expect(await sent()).toBe(3)
})

const firstCharge = async () => {
  const { rows } = await bench.ctx.pool.query<{ first_charge: string }>(
    'select first_charge from supplies where service_id = $1',
    [bench.service.id],
  )
  return rows.map((row) => row.first_charge)
}
const ageHeldBack = async () => {
  const ours = [bench.panel.provider.id]
  await bench.ctx.pool.query(
    "update held_back_supplies set since = now() - interval '31 minutes' where provider_id = $1",
    ours,
  )
  await bench.ctx.pool.query(
    "update supplies set first_charge_since = now() - interval '1 hour' where provider_id = $1",
    ours,
  )
}

test('the half hour starts again when the provider was held meanwhile, for its rates or for a wrong id', async () => {
  await awaitCharges({ first_cost: usd('2') })
  const { id: actorId, token } = await admin()
  const params = { id: bench.panel.provider.id }
  const [, wrong = 0n] = [...(await placeMany(1, 3_000)), ...(await placeMany(1))]
  await bench.dispatch()
  await charge(wrong, '900')
  await ageHeldBack()
  const by = { actorId, address: '::1' }
  await releaseOrder(bench.ctx, { userId: bench.user.id, id: wrong, by, reason: 'r' }, undefined)
  await giveUpFirstCharges(bench.ctx)
  expect(await firstCharge()).toEqual(['awaited'])

  const [right = 0n] = await placeMany(1)
  await bench.dispatch()
  await charge(right, '900')
  await ageHeldBack()
  const shown = await bench.app.call(updateProvider, { token, params, body: { rate_per: 1, dry_run: true } })
  const body = { rate_per: 1 as const, confirm: shown.body.repricing?.seal }
  expect((await bench.app.call(updateProvider, { token, params, body })).body.provider.charge_hold).toBeNull()
  await giveUpFirstCharges(bench.ctx)
  expect(await firstCharge()).toEqual(['awaited'])
})

test('another panel under the same account is checked again', async () => {
  await awaitCharges()
  const { token } = await admin()
  const params = { id: bench.panel.provider.id }
  const [first = 0n] = await placeMany(1)
  await bench.dispatch()
  await charge(first, '0.9')
  const state = async () =>
    (
      await bench.ctx.pool.query('select first_charge from supplies where service_id = $1', [
        bench.service.id,
      ])
    ).rows
  expect(await state()).toEqual([{ first_charge: 'read' }])
  await bench.ctx.pool.query('update providers set is_sandbox = false where id = $1', [params.id])
  const body = { api_url: 'https://another-panel.example.com/api/v2', key: 'another key' }
  expect((await bench.app.call(updateProvider, { token, params, body })).status).toBe(200)
  expect(await state()).toEqual([{ first_charge: 'awaited' }])
})

test('a new limit counts from then on, and not what was sent before', async () => {
  const { token } = await admin()
  await placeMany(3)
  await bench.dispatch()
  const params = { id: bench.panel.provider.id }
  await bench.app.call(updateProvider, { token, params, body: { first_orders: 1 } })
  await placeMany(2)
  await bench.dispatch()
  await bench.dispatch()
  expect(await sent()).toBe(4)
  await giveUpFirstCharges(bench.ctx)
  expect(await firstCharge()).toEqual(['awaited'])
})

test('orders canceled while waiting for a first charge release no other one', async () => {
  await awaitCharges({ first_cost: usd('2') })
  const { token } = await admin()
  const [large = 0n] = await placeMany(1, 3_000)
  await bench.dispatch()
  await cancelOrder(bench.ctx, { userId: bench.user.id, id: large })
  await ageHeldBack()
  await giveUpFirstCharges(bench.ctx)
  expect(await firstCharge()).toEqual(['awaited'])
  const params = { id: bench.panel.provider.id }
  expect((await bench.app.call(getProvider, { token, params })).body.provider.held_back).toBe(0)
  expect((await bench.app.call(listNotifications, { token })).body).toEqual([])
})

test('a first charge reported under a wrong id is awaited again once that is released', async () => {
  await awaitCharges({ first_orders: 1 })
  const [wrong = 0n, ...rest] = await placeMany(3)
  await bench.dispatch()
  await charge(wrong, '0.90')
  const by = { actorId: (await admin()).id, address: '::1' }
  await releaseOrder(bench.ctx, { userId: bench.user.id, id: wrong, by, reason: 'r' }, undefined)
  for (const id of rest) await bench.makeDue(id)
  await bench.dispatch()
  await bench.dispatch()
  expect(await sent()).toBe(2)
})

test('paid orders whose only supply costs more by now need review, and are sent once it costs less again', async () => {
  const id = await bench.place()
  const costs = (amount: string) =>
    bench.ctx.db
      .updateTable('supplies')
      .set({ cost_rate: usd(amount) })
      .where('service_id', '=', bench.service.id)
      .execute()
  await costs('5')
  await bench.dispatch()
  expect(await bench.orderOf(id)).toMatchObject({ status: 'PENDING', review_code: 'cost_above_price' })
  const { token } = await admin()
  const { body } = await bench.app.call(listAdminOrders, { token, query: { attention: 'true' } })
  expect(body.orders.map((one) => BigInt(one.id))).toContain(id)
  await costs('0.9')
  await bench.dispatch()
  await bench.dispatch()
  expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', review_code: null })
})
