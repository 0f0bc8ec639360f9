import { beforeAll, describe, expect, test } from 'vitest'

import { getAdminOrder, listAdminOrders } from '#contract/orders/admin-orders.ts'
import * as acts from '#contract/orders/order-actions.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { landOutcome } from '#server/modules/orders/dispatch/land-outcome.ts'
import { balanceOf, makeUser, usd, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const { adminCompleteOrder, adminRefundOrder, adminRetryOrder } = acts
const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

const as = (who: TestUser, id: bigint | number) => ({ token: who.token, params: { id } })

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin', name: 'Hana' })
})

describe('staff decisions', () => {
  test('an order that was not taken, according to staff, is sent again once', async () => {
    const id = await bench.placeInReview()
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        bench.app.call(adminRetryOrder, { ...as(admin, id), body: { reason: 'asked them' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await bench.dispatch()
    await bench.dispatch()
    const { body } = await bench.app.call(getAdminOrder, as(admin, id))
    expect(body.order.dispatch).toMatchObject({
      state: 'accepted',
      attempts: [
        { number: 2, state: 'accepted' },
        { number: 1, state: 'unknown' },
      ],
    })
    const { message } = body.order.events.find(({ type }) => type === 'staff') ?? {}
    expect(message).toBe('Sent again by Hana: asked them')
    const { body: own } = await bench.app.call(getOrder, as(bench.user, id))
    expect(own.order.events.map(({ type }) => type)).not.toContain('staff')
  })

  test('an order is polled under the id that staff entered, unless another order has it', async () => {
    const { id: other, there } = await bench.placeAt('Pending')
    const id = await bench.placeInReview()
    const taken = await bench.app.call(adminCompleteOrder, {
      ...as(admin, id),
      body: { provider_order: there, reason: 'asked them' },
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'state_conflict'])
    const found = (await bench.panel.adds())
      .map(({ order }) => String(order))
      .find((order) => order !== there)
    expect(
      (
        await bench.app.call(adminCompleteOrder, {
          ...as(admin, id),
          body: { provider_order: found, reason: 'asked them' },
        })
      ).status,
    ).toBe(200)
    expect(await bench.orderOf(id)).toMatchObject({
      dispatch: 'accepted',
      status: 'PENDING',
      provider_order: found,
    })
    expect(await bench.orderOf(other)).toMatchObject({ provider_order: there })
  })

  test('staff are notified once when the provider names another id than staff did', async () => {
    const id = await bench.placeInReview()
    const [attempt] = await bench.attemptsOf(id)
    if (attempt === undefined) throw new Error('nothing was sent')
    await bench.app.call(adminCompleteOrder, {
      ...as(admin, id),
      body: { provider_order: '4711', reason: 'asked them' },
    })
    await landOutcome(bench.ctx, attempt, { kind: 'accepted', order: '4711' })
    expect(await bench.orderOf(id)).toMatchObject({ provider_order: '4711', review_code: null })
    for (const order of ['4712', '4712']) await landOutcome(bench.ctx, attempt, { kind: 'accepted', order })
    expect(await bench.orderOf(id)).toMatchObject({
      dispatch: 'accepted',
      provider_order: '4711',
      review_code: 'accepted_too_late',
      review_details: { number: 1, provider_order: '4712' },
    })
    const { body } = await bench.app.call(getAdminOrder, as(admin, id))
    const told = body.order.dispatch.attempts[0]?.evidence.filter(({ code }) => code === 'accepted_too_late')
    expect(told).toMatchObject([{ provider_order: '4712' }])
  })

  test('refunds the rest, once, and completes a delivered order', async () => {
    const partial = await bench.placeAt('Partial', { remains: 250 })
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        bench.app.call(adminRefundOrder, { ...as(admin, partial.id), body: { reason: 'asked them' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await bench.orderOf(partial.id)).toMatchObject({ status: 'REFUNDED', refunded: usd('1.2') })
    const review = await bench.placeInReview()
    expect(
      (await bench.app.call(adminCompleteOrder, { ...as(admin, review), body: { reason: 'asked them' } }))
        .status,
    ).toBe(200)
    expect(await bench.orderOf(review)).toMatchObject({ status: 'COMPLETED', refunded: 0n })
    expect(
      (await bench.app.call(adminRetryOrder, { ...as(admin, review), body: { reason: 'asked them' } }))
        .status,
    ).toBe(409)
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('98.8'))
  })

  test('two who refund at the same moment refund once', async () => {
    const id = await bench.placeInReview()
    const before = await balanceOf(bench.ctx, bench.user.id)
    // Both have read the order before either writes.
    await bench.app.database.pool.query(`create function hold() returns trigger language plpgsql as $$
        begin perform pg_sleep(0.5); return new; end $$;
      create trigger hold before insert on order_events for each row execute function hold()`)
    const answers = await Promise.all(
      Array.from({ length: 2 }, () =>
        bench.app.call(adminRefundOrder, { ...as(admin, id), body: { reason: 'asked them' } }),
      ),
    )
    await bench.app.database.pool.query('drop trigger hold on order_events; drop function hold')
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(before + (await bench.orderOf(id)).price)
  })

  test.each(['review', 'accepted'] as const)(
    'of a complete and a refund at once of an order that is %s, exactly one happens',
    async (state) => {
      const open = async () =>
        state === 'review' ? bench.placeInReview() : (await bench.placeAt('In progress')).id
      const slow = `create function hold() returns trigger language plpgsql as $$
          begin perform pg_sleep(0.5); return new; end $$;
        create trigger hold before insert on order_events for each row execute function hold()`
      for (const isTold of [true, false]) {
        const id = await open()
        const { price } = await bench.orderOf(id)
        const before = await balanceOf(bench.ctx, bench.user.id)
        const shown = (await bench.app.call(getAdminOrder, as(admin, id))).body.order
        const { state: dispatch, attempt } = shown.dispatch
        const expected = { dispatch, attempt, status: shown.status }
        const body = { reason: 'asked them', ...(isTold && { expected }) }
        await bench.app.database.pool.query(slow)
        const answers = await Promise.all([
          bench.app.call(adminCompleteOrder, { ...as(admin, id), body }),
          bench.app.call(adminRefundOrder, { ...as(admin, id), body }),
        ])
        await bench.app.database.pool.query('drop trigger hold on order_events; drop function hold')
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
        const { status, refunded } = await bench.orderOf(id)
        expect([status, refunded]).toEqual(
          answers[0].status === 200 ? ['COMPLETED', 0n] : ['REFUNDED', price],
        )
        expect(await balanceOf(bench.ctx, bench.user.id)).toBe(before + refunded)
      }
    },
  )

  test('no action changes an order that is no longer in the shown state, and each needs a reason', async () => {
    const id = await bench.placeInReview()
    const { body } = await bench.app.call(getAdminOrder, as(admin, id))
    const { state, attempt } = body.order.dispatch
    expect([state, attempt]).toEqual(['review', 1])
    const found = await bench.orderOf(id)
    const actions = [
      [adminRefundOrder, {}],
      [acts.adminSetPartial, { remains: 1 }],
      [acts.adminChangeProvider, { supply_id: body.order.supplies[0]?.id }],
      [adminRetryOrder, {}],
      [adminCompleteOrder, {}],
      [acts.adminCancelOrder, {}],
      [acts.adminReleaseOrder, {}],
    ] as const
    const stale = [
      { dispatch: 'accepted', attempt },
      { dispatch: state, attempt: attempt + 1 },
      { dispatch: state, attempt: null },
      { dispatch: state, attempt, status: 'COMPLETED' },
    ]
    for (const [action, own] of actions) {
      const call = (told: object) => bench.app.call(action, { ...as(admin, id), body: { ...own, ...told } })
      for (const expected of stale)
        expect((await call({ reason: 'asked them', expected })).json, action.path).toMatchObject({
          code: 'state_conflict',
          details: { reason: 'order_moved', status: 'PENDING', dispatch: 'review' },
        })
      for (const told of [{}, { reason: ' ' }])
        expect((await call(told)).json, action.path).toMatchObject({ fields: { reason: expect.any(String) } })
    }
    expect(await bench.orderOf(id)).toEqual(found)
    const shown = { expected: { dispatch: state, attempt }, reason: 'asked them' }
    expect((await bench.app.call(adminRefundOrder, { ...as(admin, id), body: shown })).status).toBe(200)
  })

  test('a decision is in the audit log, and ends the wait for an answer', async () => {
    const [refunded, completed] = [await bench.placeInReview(), await bench.placeInReview()]
    const body = { reason: 'they said so' }
    await bench.app.call(adminRefundOrder, { ...as(admin, refunded), body })
    await bench.app.call(adminCompleteOrder, { ...as(admin, completed), body })
    expect((await bench.app.call(adminCompleteOrder, { ...as(admin, refunded), body })).status).toBe(409)
    for (const id of [refunded, completed])
      expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'rejected', review_code: null })
    const { rows } = await bench.ctx.pool.query(
      `select action, subject_id, actor_id, reason, before->>'status' as before, after->>'status' as after
       from audit_log where subject = 'order' and subject_id = any ($1) order by number`,
      [[refunded, completed]],
    )
    const row = { actor_id: admin.id, reason: 'they said so', before: 'PENDING' }
    expect(rows).toEqual([
      { ...row, action: 'order.refund', subject_id: refunded, after: 'REFUNDED' },
      { ...row, action: 'order.complete', subject_id: completed, after: 'COMPLETED' },
    ])
  })

  test('lists all orders newest first, by state, by email, by id, and is for admins only', async () => {
    const id = await bench.placeInReview()
    const list = async (query: Record<string, string>) =>
      (await bench.app.call(listAdminOrders, { token: admin.token, query })).body.orders
    expect((await list({ dispatch: 'review' }))[0]).toMatchObject({
      id: Number(id),
      user_email: bench.user.email,
      dispatch: { state: 'review' },
    })
    for (const search of [String(id), bench.user.email, 'example.com/'])
      expect(
        (await list({ search })).map((one) => one.id),
        search,
      ).toContain(Number(id))
    const link = 'https://www.tiktok.com/@Some.Body/video/7'
    const named = await bench.place({ link })
    for (const search of [link, 'tiktok.com/@some.body/video/7', '@some.body', 'tiktok.com/@some'])
      expect(
        (await list({ search })).map((one) => one.id),
        search,
      ).toEqual([Number(named)])
    expect(await list({ status: 'refunded', user_id: String(bench.user.id) })).toEqual([])
    for (const endpoint of [getAdminOrder, adminRefundOrder, adminRetryOrder, adminCompleteOrder])
      expect(
        (
          await bench.app.call(endpoint, {
            ...as(bench.user, id),
            body: endpoint.method === 'POST' ? { reason: 'asked them' } : undefined,
          })
        ).status,
      ).toBe(403)
    expect((await bench.app.call(getAdminOrder, as(admin, 999_999_999))).status).toBe(404)
  })
})
