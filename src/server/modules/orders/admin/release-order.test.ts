import { beforeAll, describe, expect, test } from 'vitest'

import { adminCompleteOrder, adminReleaseOrder, adminRetryOrder } from '#contract/orders/order-actions.ts'
import { landOutcome } from '#server/modules/orders/dispatch/land-outcome.ts'
import { requestRefill } from '#server/modules/orders/refills/request-refill.ts'
import { balanceOf, makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

const release = (id: bigint, body: object = {}) =>
  bench.app.call(adminReleaseOrder, {
    token: admin.token,
    params: { id },
    body: { reason: 'it is the other one', ...body },
  })
const complete = (id: bigint, providerOrder: string) =>
  bench.app.call(adminCompleteOrder, {
    token: admin.token,
    params: { id },
    body: { provider_order: providerOrder, reason: 'asked them' },
  })

/** The provider gives the same id first to `holder`, then to `right`. */
async function placeConflict() {
  const { id: holder, there } = await bench.placeAccepted()
  await bench.panel.fault('duplicate_id')
  const right = await bench.place()
  await bench.dispatch()
  await bench.letTimePass(right)
  return { holder, right, there }
}

describe("a provider's order id that the wrong order holds", () => {
  test('is refused to the right one until it is released, and then goes to it', async () => {
    const { holder, right, there } = await placeConflict()
    const refused = await complete(right, there)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `The provider's order ${there} belongs to order ${holder}`,
    ])
    const released = await release(holder)
    expect(released.status).toBe(200)
    expect(released.body.order.dispatch).toMatchObject({
      state: 'review',
      attempts: [
        {
          state: 'unknown',
          provider_order: null,
          evidence: [{ code: 'id_released', provider_order: there }],
        },
      ],
    })
    expect((await complete(right, there)).status).toBe(200)
    expect(await bench.orderOf(right)).toMatchObject({ dispatch: 'accepted', provider_order: there })

    // Nothing is sent, refunded or polled automatically from here on.
    await bench.letTimePass(holder)
    await bench.sync(holder)
    expect(await bench.orderOf(holder)).toMatchObject({
      dispatch: 'review',
      status: 'PENDING',
      refunded: 0n,
      provider_order: null,
    })
    expect(await bench.checkOf(holder)).toBeUndefined()
    expect((await bench.panel.adds()).length).toBe(1)
    expect((await complete(holder, there)).status).toBe(409)
    await bench.app.call(adminRetryOrder, {
      token: admin.token,
      params: { id: holder },
      body: { reason: 'asked them' },
    })
    await bench.dispatch()
    expect(await bench.orderOf(holder)).toMatchObject({ dispatch: 'accepted', attempts: 2 })
    expect((await bench.panel.adds()).length).toBe(2)
  })

  test('is released once, however many request it at once, and the right order gets it before or after', async () => {
    const { holder, right, there } = await placeConflict()
    const answers = await Promise.all([
      release(holder),
      complete(right, there),
      release(holder),
      release(holder),
    ])
    expect([answers[0].status, answers[2].status, answers[3].status].toSorted()).toEqual([200, 409, 409])
    if (answers[1].status === 409) await complete(right, there)
    expect(await bench.orderOf(right)).toMatchObject({ dispatch: 'accepted', provider_order: there })
    expect(await bench.orderOf(holder)).toMatchObject({ dispatch: 'review', provider_order: null })
  })

  test('is not restored by an answer from before the release', async () => {
    const { id, there } = await bench.placeAccepted()
    const [attempt] = await bench.attemptsOf(id)
    if (attempt === undefined) throw new Error('nothing was sent')
    await release(id)
    await landOutcome(bench.ctx, attempt, { kind: 'accepted', order: there })
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'review', provider_order: null })
  })

  test('no longer changes the order by polls from before the release', async () => {
    const { id, there } = await bench.placeAccepted()
    await bench.panel.move(there, { status: 'Canceled', remains: 1000 })
    await bench.panel.fault('slow', { action: 'status', delay_ms: 2000 })
    await bench.makeCheckDue(id)
    const checking = bench.ask()
    await expect.poll(() => bench.panel.arrivals('status'), { interval: 10 }).toBe(1)
    expect((await release(id)).status).toBe(200)
    await checking
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PENDING', dispatch: 'review', refunded: 0n })
  })

  test('that completed the order: it is pending again without its figures, in review', async () => {
    const { id } = await bench.placeAt('Completed')
    expect(await bench.orderOf(id)).toMatchObject({ status: 'COMPLETED' })
    expect((await release(id)).status).toBe(200)
    expect(await bench.orderOf(id)).toMatchObject({
      status: 'PENDING',
      dispatch: 'review',
      start_count: null,
      remains: null,
    })
  })

  test('that refunded the order: it keeps its status and its refund, and the id is free', async () => {
    const { id, there } = await bench.placeAt('Canceled')
    const before = await bench.orderOf(id)
    const balance = await balanceOf(bench.ctx, bench.user.id)
    expect((await release(id)).status).toBe(200)
    const after = await bench.orderOf(id)
    expect(after).toMatchObject({ status: 'CANCELED', refunded: before.price, dispatch: 'rejected' })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(balance)
    const right = await bench.placeInReview()
    expect((await complete(right, there)).status).toBe(200)
  })

  test('that came too late, after its order was sent again, is released by its id', async () => {
    await bench.panel.fault('error_500_after')
    const id = await bench.place()
    await bench.dispatch()
    const [first] = await bench.attemptsOf(id)
    if (first === undefined) throw new Error('nothing was sent')
    await bench.app.call(adminRetryOrder, {
      token: admin.token,
      params: { id },
      body: { reason: 'asked them' },
    })
    await bench.dispatch()
    await landOutcome(bench.ctx, first, { kind: 'accepted', order: '4711' })
    const { provider_order: there } = await bench.orderOf(id)
    const right = await bench.placeInReview()
    expect((await complete(right, '4711')).status).toBe(409)
    expect((await release(id, { provider_order: '4711' })).status).toBe(200)
    expect((await complete(right, '4711')).status).toBe(200)
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', provider_order: there })
  })
})

test('an order without one, one with a refill in progress, and a stranger are refused', async () => {
  const id = await bench.place()
  const none = await release(id)
  expect([none.status, none.body.code]).toEqual([409, 'state_conflict'])
  const { id: refilling } = await bench.placeAt('Completed')
  await requestRefill(bench.ctx, { userId: bench.user.id, id: refilling })
  expect((await release(refilling)).status).toBe(409)
  expect((await release(999_999_999n)).status).toBe(404)
  const own = { token: bench.user.token, params: { id }, body: { reason: 'asked them' } }
  expect((await bench.app.call(adminReleaseOrder, own)).status).toBe(403)
})
