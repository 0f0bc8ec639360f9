import { beforeAll, describe, expect, test } from 'vitest'

import { adminRefundOrder } from '#contract/orders/order-actions.ts'
import { getOrder, refillOrder } from '#contract/orders/orders.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

// Longer than most: every way in which a refill ends, on one bench.

const bench = makeOrderBench({ supply: '2', refill: true })
const DAY_MS = 86_400_000

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})
const ask = async (id: bigint) =>
  (await bench.app.call(refillOrder, { token: bench.user.token, params: { id } })).status

async function refillOf(id: bigint) {
  return bench.ctx.db
    .selectFrom('refills')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
}

async function takeRefill() {
  const { id } = await bench.placeAt('Completed')
  expect(await ask(id)).toBe(200)
  const { provider_refill: there } = await refillOf(id)
  return { id, there: String(there) }
}

/** Makes its next poll due; `age` and `silent` are the days since the request and since the last answer. */
async function sync(id: bigint, since: Since = {}) {
  await backdate(id, since)
  await bench.sync(id)
}

type Since = { age?: number; silent?: number }

async function backdate(id: bigint, { age, silent }: Since) {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
  if (age === undefined && silent === undefined) return
  await bench.ctx.db
    .updateTable('refills')
    .set({
      ...(age !== undefined && { created_at: ago(age) }),
      ...(silent !== undefined && { answered_at: ago(silent) }),
    })
    .where('order_id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

/** The order as its customer sees it, with the refill lines of the timeline. */
async function seen(id: bigint) {
  const { body } = await bench.app.call(getOrder, { token: bench.user.token, params: { id } })
  const { status, can_refill, events } = body.order
  return [status, can_refill, ...events.filter(({ type }) => type === 'refill').map(({ message }) => message)]
}

describe('an order in refill', () => {
  test('returns to its former status when the provider rejects it, and may be refilled again', async () => {
    const { id, there } = await takeRefill()
    await bench.panel.moveRefill(there, { status: 'Rejected' })
    await sync(id)
    expect(await seen(id)).toEqual(['COMPLETED', true, 'Refill Rejected'])
    expect(await ask(id)).toBe(200)
    expect((await bench.orderOf(id)).status).toBe('REFILL')
  })

  test('that was partly refunded returns to partial', async () => {
    const { id, there: order } = await bench.placeAt('Partial', { remains: 100 })
    await bench.panel.move(order, { status: 'Completed' })
    expect(await ask(id)).toBe(200)
    await bench.panel.moveRefill(String((await refillOf(id)).provider_refill), { status: 'Completed' })
    await sync(id)
    expect(await seen(id)).toEqual(['PARTIAL', true, 'Refill Completed'])
  })

  test('whose refill the provider forgot goes to review after days, once, however many poll it', async () => {
    const other = await bench.app.another()
    const { id } = await takeRefill()
    const forgotten = { code: 'said', details: { error: 'Refill not found' } }
    await bench.panel.settings({ quirks: ['forgets_refills'] })
    await sync(id, { age: 2, silent: 2 })
    expect(await refillOf(id)).toMatchObject({ state: 'pending', fault: forgotten })
    expect((await bench.checkOf(id, 'refill'))?.due_at.getTime()).toBeGreaterThan(Date.now() + 600_000)
    expect(await seen(id)).toEqual(['REFILL', false])
    const askThere = () => bench.ask(other.ctx)
    await Promise.all([sync(id, { silent: 4 }), askThere(), sync(id), askThere()])
    await sync(id)
    expect(await seen(id)).toEqual(['COMPLETED', true, 'Refill Not Confirmed'])
    expect(await refillOf(id)).toMatchObject({ state: 'given_up' })
    expect(await bench.checkOf(id, 'refill')).toBeUndefined()
    expect(await bench.orderOf(id)).toMatchObject({
      review_code: 'refill_given_up',
      review_details: { fault: forgotten },
    })
  })

  test('whose provider is unreachable goes to review after days', async () => {
    const { id } = await takeRefill()
    await bench.ctx.db
      .updateTable('providers')
      .set({ is_enabled: false, key_ciphertext: null })
      .where('id', '=', bench.panel.provider.id)
      .execute()
    await sync(id, { age: 2, silent: 2 })
    expect(await refillOf(id)).toMatchObject({ state: 'pending' })
    await sync(id, { silent: 4 })
    expect(await seen(id)).toEqual(['COMPLETED', true, 'Refill Not Confirmed'])
  })

  test('waits while the provider reports progress, but not forever', async () => {
    const { id, there } = await takeRefill()
    await bench.panel.moveRefill(there, { status: 'In progress' })
    await sync(id, { age: 20, silent: 4 })
    expect(await seen(id)).toEqual(['REFILL', false])
    const { answered_at: heardAt } = await refillOf(id)
    expect(heardAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
    await bench.panel.moveRefill(there, { status: 'Pondering' })
    await sync(id)
    expect(await refillOf(id)).toMatchObject({ state: 'pending', answered_at: heardAt })
    await bench.panel.moveRefill(there, { status: 'In progress' })
    await sync(id, { age: 31 })
    expect(await seen(id)).toEqual(['COMPLETED', true, 'Refill Not Confirmed'])
  })

  test('that staff refunded stays so when its refill ends', async () => {
    const { id, there } = await takeRefill()
    const body = { reason: 'they asked' }
    const { status } = await bench.app.call(adminRefundOrder, { token: admin.token, params: { id }, body })
    expect(status).toBe(200)
    await bench.panel.moveRefill(there, { status: 'Completed' })
    await sync(id)
    expect(await seen(id)).toEqual(['REFUNDED', false])
    expect(await refillOf(id)).toMatchObject({ state: 'completed' })
  })

  test('is polled again when the process that polled it died, and is updated once', async () => {
    const { id, there } = await takeRefill()
    await bench.panel.moveRefill(there, { status: 'Completed' })
    await bench.panel.fault('html', { action: 'refill_status' })
    await sync(id)
    expect(await seen(id)).toEqual(['REFILL', false])
    expect((await bench.checkOf(id, 'refill'))?.due_at.getTime()).toBeLessThan(Date.now() + 80_000)
    await sync(id)
    await sync(id)
    expect(await seen(id)).toEqual(['COMPLETED', true, 'Refill Completed'])
  })

  test('keeps its end status when an earlier answer arrives late', async () => {
    const { id, there } = await takeRefill()
    await bench.panel.fault('slow', { action: 'refill_status', delay_ms: 1500 })
    const slow = sync(id)
    await expect.poll(() => bench.panel.arrivals('refill_status')).toBe(1)
    await bench.panel.moveRefill(there, { status: 'Rejected' })
    await sync(id)
    await bench.panel.moveRefill(there, { status: 'In progress' })
    await slow
    expect(await seen(id)).toEqual(['COMPLETED', true, 'Refill Rejected'])
    expect(await refillOf(id)).toMatchObject({ state: 'rejected' })
  })
})

describe('a requested refill', () => {
  /** The state after a process died during the request, whether or not the provider took it. */
  async function leaveAsking() {
    const { id } = await bench.placeAt('Completed')
    const row = { user_id: bench.user.id, order_id: id, number: 1 }
    await bench.ctx.db
      .insertInto('refills')
      .values({ ...row, status_before: 'COMPLETED' })
      .execute()
    await bench.ctx.db
      .insertInto('poll_queue')
      .values({
        ...row,
        kind: 'refill',
        provider_id: bench.panel.provider.id,
        due_at: new Date(Date.now() + 60_000),
      })
      .execute()
    return id
  }

  test('by a dead process is unknown, then failed, and never requested again automatically', async () => {
    const id = await leaveAsking()
    expect(await ask(id)).toBe(409)
    await sync(id)
    expect(await refillOf(id)).toMatchObject({ state: 'unknown' })
    expect(await bench.orderOf(id)).toMatchObject({ review_code: 'refill_unknown' })
    expect([await ask(id), await seen(id)]).toEqual([409, ['COMPLETED', false]])
    await sync(id)
    expect(await refillOf(id)).toMatchObject({ state: 'given_up' })
    expect(await bench.panel.arrivals('refill')).toBe(0)
    expect([await seen(id), await ask(id)]).toEqual([['COMPLETED', true], 200])
  })

  test('and was left in refill without an answer leaves it when it fails', async () => {
    const id = await leaveAsking()
    await sync(id)
    const { ctx } = bench
    await ctx.db.updateTable('orders').set({ status: 'REFILL' }).where('id', '=', id).execute()
    const counters = { completed: 0, refill: 1 }
    await ctx.db.updateTable('accounts').set(counters).where('user_id', '=', bench.user.id).execute()
    await sync(id)
    expect(await seen(id)).toEqual(['COMPLETED', true, 'Refill Not Confirmed'])
  })

  test('is polled when the answer comes late', async () => {
    const { id } = await bench.placeAt('Completed')
    await bench.panel.fault('slow', { action: 'refill', delay_ms: 1500 })
    const slow = ask(id)
    await expect.poll(() => bench.panel.arrivals('refill')).toBe(1)
    await sync(id)
    expect((await refillOf(id)).state).toBe('unknown')
    expect(await slow).toBe(200)
    expect(await seen(id)).toEqual(['REFILL', false])
    await bench.panel.moveRefill(String((await refillOf(id)).provider_refill), { status: 'Completed' })
    await sync(id)
    expect(await seen(id)).toEqual(['COMPLETED', true, 'Refill Completed'])
  })
})
