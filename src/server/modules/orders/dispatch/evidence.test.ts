import { describe, expect, test } from 'vitest'

import { getAdminOrder } from '#contract/orders/admin-orders.ts'
import { adminRetryOrder } from '#contract/orders/order-actions.ts'
import { invariants } from '#server/modules/operations/ledger-check/invariants-queries.ts'
import { refreshBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { landOutcome } from './land-outcome.ts'
import { resolveUnknown } from './resolve-unknown.ts'
import { addEvidence } from './gather-evidence.ts'

// Longer than most: the kinds of evidence side by side, since each states what the others may not conclude.

const bench = makeOrderBench()

/** The provider accepts the order but answers 500; then the wait for a late reply expires. */
async function loseAnswer({ kind = 'error_500_after', link }: { kind?: string; link?: string } = {}) {
  await bench.panel.fault(kind)
  const id = await bench.place(link === undefined ? {} : { link })
  await bench.dispatch()
  return id
}

/** It goes to review: not sent again and not refunded, regardless of the evidence. */
async function expectLeftToPerson(id: bigint, adds: number) {
  await bench.letTimePass(id)
  await bench.letTimePass(id)
  expect(await bench.orderOf(id)).toMatchObject({
    dispatch: 'review',
    status: 'PENDING',
    refunded: 0n,
    attempts: 1,
  })
  expect((await bench.panel.adds()).length).toBe(adds)
}

describe('the balance at the provider', () => {
  test('did not move, since it is cached, and the order was taken: one add in all, and the order goes to review', async () => {
    await bench.panel.settings({ quirks: ['cached_balance'] })
    await refreshBalance(bench.ctx, bench.panel.provider.id)
    const id = await loseAnswer()
    await expectLeftToPerson(id, 1)
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('98.8'))
    expect(await bench.evidenceOf(id, 'balance')).toMatchObject({
      currency: 'USD',
      expected: '0.90000000',
      before: '100000',
      before_at: expect.any(Date),
      after: '100000',
      after_at: expect.any(Date),
      also_sent: 0,
      also_open: 0,
    })
  })

  test('did not move, and the order was not taken: it still goes to review', async () => {
    await refreshBalance(bench.ctx, bench.panel.provider.id)
    const id = await loseAnswer({ kind: 'error_500_before' })
    await expectLeftToPerson(id, 0)
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('98.8'))
  })

  test('fell by the cost, along with other orders', async () => {
    await bench.placeAccepted()
    await refreshBalance(bench.ctx, bench.panel.provider.id)
    const id = await loseAnswer()
    await expectLeftToPerson(id, 2)
    expect(await bench.evidenceOf(id, 'balance')).toMatchObject({
      before: '99999.1',
      after: '99998.2',
      also_sent: 1,
      also_open: 1,
    })
  })

  test('cannot be read: the order goes to review in time, with that fact', async () => {
    const id = await loseAnswer()
    await bench.panel.fault('error_500_before', { action: 'balance', times: 10 })
    await expectLeftToPerson(id, 1)
    expect(await bench.evidenceOf(id, 'balance')).toMatchObject({
      currency: 'USD',
      before: null,
      after: null,
    })
  })
})

describe('provider orders that belong to none of ours', () => {
  test('between those before and after it, with their charge', async () => {
    const { there: before } = await bench.placeAccepted()
    const id = await loseAnswer()
    const { there: after } = await bench.placeAccepted({ quantity: 500 })
    await expectLeftToPerson(id, 3)
    const lost = (await bench.panel.adds())
      .map(({ order }) => String(order))
      .find((order) => ![before, after].includes(order))
    expect(await bench.evidenceOf(id, 'unclaimed_order')).toMatchObject({
      provider_order: lost,
      status: 'Pending',
      charge: '0.9',
      currency: 'USD',
      charge_fits: true,
    })
    expect(await bench.panel.calls('status')).toHaveLength(1)
    expect(await bench.evidenceOf(id, 'id_between')).toEqual({
      code: 'id_between',
      after: before,
      before: after,
    })
  })

  test('are not searched without an order before it, nor in a gap that is too wide', async () => {
    const asked = async () => (await bench.panel.calls('status')).length
    const first = await loseAnswer()
    await expectLeftToPerson(first, 1)
    expect(await asked()).toBe(0)
    const { id: taken, there } = await bench.placeAccepted()
    const second = await loseAnswer()
    const { id: later } = await bench.placeAccepted()
    const far = String(Number(there) + 1000)
    for (const table of ['order_attempts', 'orders', 'provider_orders'] as const)
      await bench.ctx.db
        .updateTable(table)
        .set({ provider_order: far })
        .where(table === 'orders' ? 'id' : 'order_id', '=', later)
        .execute()
    await bench.ctx.db
      .updateTable('poll_queue')
      .set({ provider_ref: far })
      .where('order_id', '=', later)
      .execute()
    await bench.letTimePass(second)
    expect(await asked()).toBe(0)
    expect(await bench.evidenceOf(second, 'id_between')).toMatchObject({ after: there, before: far })
    expect(await bench.orderOf(taken)).toMatchObject({ dispatch: 'accepted' })
  })

  test('are queried in one call, and a refusal of it is no failure', async () => {
    await bench.panel.settings({ quirks: ['single_status_only'] })
    await bench.placeAccepted()
    const id = await loseAnswer()
    await expectLeftToPerson(id, 2)
    const provider = await bench.ctx.db
      .selectFrom('providers')
      .select(['reading_failures', 'reading_error'])
      .where('id', '=', bench.panel.provider.id)
      .executeTakeFirstOrThrow()
    expect(provider).toEqual({ reading_failures: 0, reading_error: null })
    expect(await bench.evidenceOf(id, 'unclaimed_order')).toBeUndefined()
  })
})

describe('"You have active order with this link"', () => {
  const link = 'https://example.com/held'

  test('is stored once with the unknown order that may hold it, which stays unchanged', async () => {
    await bench.panel.settings({ same_link_refused: true })
    const id = await loseAnswer({ link })
    const other = await bench.place({ link })
    for (let round = 0; round < 3; round += 1) {
      await bench.makeDue(other)
      await bench.dispatch()
    }
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'unknown' })
    expect(await bench.evidenceOf(id, 'active_link')).toMatchObject({ asked_for: Number(other) })
    const [attempt] = await bench.attemptsOf(id)
    expect(attempt?.evidence).toHaveLength(1)
    await expectLeftToPerson(id, 1)
  })

  test('is not stored while an accepted order has the link', async () => {
    await bench.panel.settings({ same_link_refused: true })
    await bench.place({ link })
    await bench.dispatch()
    await bench.panel.settings({ same_link_refused: false })
    const id = await loseAnswer({ link })
    await bench.panel.settings({ same_link_refused: true })
    await bench.place({ link })
    await bench.dispatch()
    expect(await bench.evidenceOf(id, 'active_link')).toBeUndefined()
  })
})

test('staff see the evidence with the sending it belongs to, and decide', async () => {
  const admin = await makeUser(bench.ctx, { role: 'admin' })
  const id = await loseAnswer()
  await bench.letTimePass(id)
  const { body } = await bench.app.call(getAdminOrder, { token: admin.token, params: { id } })
  expect(body.order.dispatch.attempts).toMatchObject([
    { number: 1, state: 'unknown', evidence: [{ code: 'balance', after_at: expect.any(Date) }] },
  ])
  await bench.app.call(adminRetryOrder, {
    token: admin.token,
    params: { id },
    body: { reason: 'asked them' },
  })
  await bench.dispatch()
  expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', attempts: 2 })
})

test('concurrent checks create one review', async () => {
  const other = await bench.app.another()
  const id = await loseAnswer()
  await bench.makeDue(id)
  await Promise.all([resolveUnknown(bench.ctx), resolveUnknown(other.ctx), resolveUnknown(bench.ctx)])
  const [attempt] = await bench.attemptsOf(id)
  expect([(await bench.orderOf(id)).dispatch, attempt?.evidence]).toMatchObject([
    'review',
    [{ code: 'balance' }],
  ])
})

test('odd characters from a provider do not keep staff from being notified', async () => {
  const id = await loseAnswer()
  const [attempt] = await bench.attemptsOf(id)
  if (attempt === undefined) throw new Error('nothing was sent')
  const status = `\0Half \ud800${'x'.repeat(2000)}`
  const at = { provider_order: '7', charge: null, currency: null, charge_fits: false, read_at: new Date() }
  await addEvidence(bench.ctx.db, attempt, [{ code: 'unclaimed_order', status, ...at }])
  const [kept] = await bench.attemptsOf(id)
  expect(JSON.stringify(kept?.evidence)).toMatch(/Half/)
})

test('an answer that arrives while the evidence is gathered is stored', async () => {
  const id = await loseAnswer()
  const [attempt] = await bench.attemptsOf(id)
  if (attempt === undefined) throw new Error('nothing was sent')
  await bench.makeDue(id)
  await bench.panel.fault('slow', { action: 'balance', delay_ms: 2000 })
  const looking = resolveUnknown(bench.ctx)
  const isHeld = async () => ((await bench.placeOf(id))?.lease_until?.getTime() ?? 0) > Date.now()
  await expect.poll(isHeld, { interval: 10 }).toBe(true)
  await landOutcome(bench.ctx, attempt, { kind: 'accepted', order: '4711' })
  await looking
  expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', provider_order: '4711' })
})

test('the audit finds an unknown attempt that was followed by another without review', async () => {
  const id = await loseAnswer()
  const client = await bench.ctx.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into order_attempts (user_id, order_id, number, token, supply_id, provider_id, provider_service, cost, lease_until)
       select user_id, order_id, 2, gen_random_uuid(), supply_id, provider_id, provider_service, cost, now()
       from order_attempts where order_id = $1`,
      [id],
    )
    const rule = invariants.find(({ id: name }) => name === 'I5.3')
    expect((await client.query(rule?.sql ?? '')).rows).toMatchObject([{ order_id: id }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
