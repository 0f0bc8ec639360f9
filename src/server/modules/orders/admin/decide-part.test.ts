import { beforeAll, describe, expect, test } from 'vitest'

import { listNotifications } from '#contract/messaging/notifications.ts'
import * as acts from '#contract/orders/order-actions.ts'
import { getAdminOrder } from '#contract/orders/admin-orders.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { countOrderNotifications } from '#server/modules/messaging/notifications/order-notifications.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeProvider, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

const as = (id: bigint | number, body?: unknown) => ({ token: admin.token, params: { id }, body })
const read = async (id: bigint | number) => (await bench.app.call(getAdminOrder, as(id))).body.order
const refund = (id: bigint | number, body: object) =>
  bench.app.call(acts.adminRefundOrder, as(id, { reason: 'late', ...body }))
const balance = () => balanceOf(bench.ctx, bench.user.id)

describe('a partial refund', () => {
  test('is made as staff decide, and the order continues; never more than is left', async () => {
    const { id } = await bench.placeAt('In progress')
    const { price } = await read(id)
    const before = await balance()
    const { body } = await refund(id, { amount: 0.01, reason: 'late' })
    expect(body.order).toMatchObject({ status: 'PROCESSING', refunded: usd('0.01') })
    expect(await balance()).toBe(before + usd('0.01'))
    const above = await refund(id, { amount: 999, reason: 'too much' })
    expect([above.status, above.json]).toEqual([
      409,
      expect.objectContaining({
        details: { reason: 'refund_above', left: Number(price - usd('0.01')) / 1e8 },
      }),
    ])
    const answers = await Promise.all([1, 2, 3].map(() => refund(id, { amount: 0.01 })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await read(id)).refunded).toBe(usd('0.04'))
  })

  test('notifies the customer each time, like a full refund, also by email', async () => {
    const { id } = await bench.placeAt('Completed')
    await refund(id, { amount: 0.03, reason: 'late' })
    await refund(id, { amount: 999 })
    const told = (await bench.app.call(listNotifications, { token: bench.user.token })).body
    expect(told.filter(({ code }) => code === 'order_refunded_in_part')).toEqual([
      expect.objectContaining({
        message: `$0.03 refunded for 1,000 Instagram followers · #${id}`,
        order_id: Number(id),
      }),
    ])
    const span = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) }
    const events = await countOrderNotifications(bench.ctx.db, span)
    const own = events.find(({ userId }) => userId === bench.user.id)
    expect(own?.counts).toMatchObject({ order_refunded_in_part: 1 })
  })

  test('is the share of the undelivered part, minus earlier refunds', async () => {
    const { id } = await bench.placeAt('Completed')
    const { quantity, price } = await read(id)
    await refund(id, { remains: quantity / 4 })
    expect((await read(id)).refunded).toBe(price / 4n)
    await refund(id, { remains: quantity / 2 })
    expect((await read(id)).refunded).toBe(price / 2n)
    const again = await refund(id, { remains: quantity / 2 })
    expect(again.json).toMatchObject({ details: { reason: 'nothing_to_refund' } })
    expect((await refund(id, { remains: quantity + 1 })).status).toBe(409)
    expect((await refund(id, { remains: 1, amount: 1 })).status).toBe(422)
  })

  test('is made once, however often the same click arrives', async () => {
    const { id } = await bench.placeAt('Completed')
    const before = await balance()
    const presses = await Promise.all([1, 2, 3].map(() => refund(id, { amount: 0.01, expected_refunded: 0 })))
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const refused = presses.find(({ status }) => status === 409)
    expect(refused?.json).toMatchObject({ details: { reason: 'refunded_meanwhile' } })
    expect([(await read(id)).refunded, (await balance()) - before]).toEqual([usd('0.01'), usd('0.01')])
    expect((await refund(id, { amount: 0.01, expected_refunded: 0.01 })).status).toBe(200)
  })

  test('is refused for an order that ended without delivery, which is refunded in full', async () => {
    const { id } = await bench.placeAt('Completed')
    const before = await balance()
    for (const status of ['CANCELED', 'FAILED']) {
      await bench.ctx.pool.query('update orders set status = $1 where id = $2', [status, id])
      for (const body of [{ amount: 0.01 }, { remains: 1 }, {}])
        expect((await refund(id, body)).json).toMatchObject({
          code: 'state_conflict',
          details: { reason: 'not_possible', status },
        })
    }
    expect([(await read(id)).refunded, await balance()]).toEqual([0n, before])
    // Restores the status, so that the ledger check at the end holds.
    await bench.ctx.pool.query("update orders set status = 'COMPLETED' where id = $1", [id])
  })

  test('is refused when another one was made since the order was shown', async () => {
    const { id } = await bench.placeAt('In progress')
    await refund(id, { amount: 0.01 })
    const { json } = await refund(id, { expected_refunded: 0 })
    expect(json).toMatchObject({ details: { reason: 'refunded_meanwhile' } })
    expect(await read(id)).toMatchObject({ status: 'PROCESSING', refunded: usd('0.01') })
  })

  test('of all that is left ends the order', async () => {
    const { id } = await bench.placeAt('In progress')
    const { price } = await read(id)
    const { body } = await refund(id, { amount: Number(price) / 1e8 })
    expect(body.order).toMatchObject({ status: 'REFUNDED', refunded: price })
  })
})

test('staff end an order as partial, once, and it is no longer polled', async () => {
  const { id } = await bench.placeAt('In progress')
  const { quantity, price } = await read(id)
  const body = { remains: quantity / 4, reason: 'they said so' }
  const answers = await Promise.all([1, 2].map(() => bench.app.call(acts.adminSetPartial, as(id, body))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await read(id)).toMatchObject({ status: 'PARTIAL', refunded: price / 4n, remains: quantity / 4 })
  const { rowCount } = await bench.ctx.pool.query('select from poll_queue where order_id = $1', [id])
  expect(rowCount).toBe(0)
  expect(
    (await bench.app.call(acts.adminSetPartial, as(id, { remains: quantity, reason: 'late' }))).status,
  ).toBe(409)
})

describe('another provider', () => {
  test('gets an order in review or in the queue when staff decide so, but none that costs more than was paid', async () => {
    const id = await bench.placeInReview()
    const other = await makeProvider(bench.ctx, { url: bench.panel.url })
    const { rows } = await bench.ctx.pool.query(
      `insert into supplies (service_id, provider_id, provider_service, cost_rate, priority)
       select service_id, $1, own.service, own.cost, 9 from orders,
         (values ('1', 1::bigint), ('9', 999999999999::bigint)) own (service, cost)
       where orders.id = $2 returning id, provider_service`,
      [other.id, id],
    )
    const idOf = (service: string) => rows.find((row) => row.provider_service === service).id
    const change = (supply_id: number) =>
      bench.app.call(acts.adminChangeProvider, as(id, { supply_id, reason: 'so' }))
    expect((await change(idOf('9'))).json).toMatchObject({ details: { reason: 'supply_not_fit' } })
    expect((await change(999_999)).json).toMatchObject({ details: { reason: 'supply_not_fit' } })
    expect((await change(idOf('1'))).status).toBe(200)
    expect((await change(idOf('1'))).status).toBe(200)
    const place = await bench.ctx.pool.query(
      'select provider_id, supply_id, token from dispatch_queue where order_id = $1',
      [id],
    )
    expect(place.rows).toEqual([{ provider_id: other.id, supply_id: idOf('1'), token: null }])
    // Staff decided that it was not accepted, so sending it again is no violation.
    await bench.dispatch()
    expect(await bench.attemptsOf(id)).toHaveLength(2)
    const broken = await checkInvariants(bench.app.database.url)
    expect(broken.find(({ id: name }) => name === 'I5.3')).toMatchObject({ violations: 0 })
  })

  test('does not get an order that a provider has, or that is being sent', async () => {
    const { id } = await bench.placeAt('In progress')
    const [supply] = (await read(id)).supplies
    const refused = await bench.app.call(
      acts.adminChangeProvider,
      as(id, { supply_id: supply?.id, reason: 'so' }),
    )
    expect(refused.status).toBe(409)
    const waiting = await bench.place()
    await bench.ctx.pool.query('update dispatch_queue set token = gen_random_uuid() where order_id = $1', [
      waiting,
    ])
    const sending = await bench.app.call(
      acts.adminChangeProvider,
      as(waiting, { supply_id: supply?.id, reason: 'so' }),
    )
    expect(sending.json).toMatchObject({ details: { reason: 'being_sent' } })
    await bench.ctx.pool.query('update dispatch_queue set token = null where order_id = $1', [waiting])
  })
})

test('shows the request, without the key, and where it can be sent', async () => {
  const { id } = await bench.placeAccepted()
  const order = await read(id)
  const [attempt] = order.dispatch.attempts
  expect(attempt?.request.map(({ name }) => name)).toEqual(['action', 'service', 'link', 'quantity'])
  expect(order.supplies.some(({ fits }) => fits)).toBe(true)
})

test('the sums add up', async () => {
  await expect(auditMoney(bench.ctx)).resolves.toBeUndefined()
})
