import { describe, expect, test } from 'vitest'

import { makeService, makeUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { startOwnClock } from '#test/own-clock.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'

import { cancelOrder } from '#server/modules/orders/cancel/cancel-order.ts'

import { makeClaimer } from './claim-orders.ts'
import { type Dispatcher, makeDispatcher, sendAttempt } from './dispatch-orders.ts'
import { landOutcome } from './land-outcome.ts'
import { makeRerouter } from './make-rerouter.ts'
import { requeueLostOrders } from './requeue-lost-orders.ts'
import { sendUnderLease } from '#server/modules/orders/orders-jobs.ts'

// Longer than most: the rules of who may send what, each next to the others that might break it.

const bench = makeOrderBench()
const soon = { timeout: 10_000, interval: 20 }

async function change(
  providerId: number,
  values: {
    is_enabled?: boolean
    sending_paused_until?: Date
    sending_stopped_at?: Date | null
    balance_currency?: string
    calls_at_once?: number
    calls_per_second?: number
  },
) {
  await bench.ctx.db.updateTable('providers').set(values).where('id', '=', providerId).execute()
}

/** As the lease holder. */
function sendTo(providerId: number, dispatcher: Dispatcher) {
  return sendUnderLease(bench.ctx, dispatcher, { providerId, isHeld: () => true })
}

/** A second panel that supplies the same service, after the first. */
async function addSecond(priority = 2): Promise<TestPanel> {
  const second = await startPanel(bench.ctx)
  const supply = { provider_id: second.provider.id, provider_service: '1', cost_rate: usd('1'), priority }
  await bench.ctx.db
    .insertInto('supplies')
    .values({ service_id: bench.service.id, ...supply })
    .execute()
  return second
}

/** Queue entries of one more order each, ahead of new ones, removed when `work` has ended. */
async function withQueue(count: number, providerId: number, work: () => Promise<void>): Promise<void> {
  const { pool } = bench.app.database
  const id = await bench.place()
  await pool.query(
    `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel)
     select user_id, 1000000 + nth, service_id, service_name, service_type, link || nth, quantity, rate, price, refill, cancel
     from orders, generate_series(1, $2::int) nth where id = $1`,
    [id, count],
  )
  await pool.query(
    `insert into dispatch_queue (user_id, order_id, provider_id, supply_id, due_at)
     select orders.user_id, orders.id, $2, supplies.id, now() - interval '1 second'
     from orders, supplies where orders.id > $1 and supplies.provider_id = $2`,
    [id, providerId],
  )
  try {
    await work()
  } finally {
    await pool.query(
      'delete from dispatch_queue where provider_id = $1 and order_id in (select id from orders where seq > 1000000)',
      [providerId],
    )
    await pool.query('delete from orders where seq > 1000000')
  }
}

describe('one provider and the others', () => {
  test('10,000 orders of a paused one in front delay no other, and cost no write', async () => {
    const paused = bench.panel.provider.id
    const other = await startPanel(bench.ctx)
    const sold = await makeService(bench.ctx, { supply: { providerId: other.provider.id, service: '1' } })
    await change(paused, { sending_paused_until: new Date(Date.now() + 600_000) })
    await withQueue(10_000, paused, async () => {
      const dispatcher = makeDispatcher(bench.ctx)
      const sendings = [paused, other.provider.id].map((id) => sendTo(id, dispatcher))
      const versions = async () => {
        const { rows } = await bench.ctx.pool.query(
          'select count(*)::int as count, max(xmin::text::bigint) as last from dispatch_queue where provider_id = $1',
          [paused],
        )
        return rows
      }
      const rerouter = makeRerouter(bench.ctx)
      const before = await versions()
      for (let times = 0; times < 3; times += 1) {
        const id = await bench.place({ serviceId: sold.id })
        // About 100 ms on an idle machine; behind three times as many queue entries it once took 20 minutes.
        await expect.poll(async () => (await bench.orderOf(id)).dispatch, soon).toBe('accepted')
        await rerouter.round()
      }
      expect(await versions()).toEqual(before)
      await Promise.all([...sendings, dispatcher].map((one) => one.stop()))
    })
    await other.stop()
  })

  test('an answer that arrives during a claim still wakes the sender', async () => {
    bench.use({ user: await makeUser(bench.ctx, { balance: '1000' }) })
    await change(bench.panel.provider.id, { calls_at_once: 6, calls_per_second: 100 })
    await Promise.all(Array.from({ length: 150 }, () => bench.place()))
    await bench.panel.fault('slow', { times: 150, delay_ms: 20 })
    const dispatcher = makeDispatcher(bench.ctx)
    const sending = sendTo(bench.panel.provider.id, dispatcher)
    // Six at a time; one lost wake-up per round would make it a second for every six, 25 s in all.
    const elapsed = startOwnClock()
    const looking = setInterval(elapsed, 100)
    await expect.poll(async () => (await bench.panel.adds()).length, { timeout: 60_000 }).toBe(150)
    clearInterval(looking)
    expect(elapsed()).toBeLessThan(12_000)
    await Promise.all([sending.stop(), dispatcher.stop()])
  })

  test('a customer whose order is locked delays no claim', async () => {
    const [locked, next] = [await bench.place(), await bench.place()]
    const holder = await bench.ctx.pool.connect()
    await holder.query('begin')
    await holder.query('select from orders where id = $1 for no key update', [locked])
    const dispatcher = makeDispatcher(bench.ctx)
    await dispatcher.pump()
    await expect.poll(async () => (await bench.orderOf(next)).dispatch, soon).toBe('accepted')
    await holder.query('rollback')
    holder.release()
    await dispatcher.stop()
    expect(await bench.orderOf(locked)).toMatchObject({ dispatch: 'accepted', attempts: 1 })
  })
})

describe('a provider that takes no orders now', () => {
  type Change = Parameters<typeof change>[1]
  const closed: [string, Change, Change][] = [
    ['the currency of its costs is in doubt', { balance_currency: 'INR' }, { balance_currency: 'USD' }],
    ['it was stopped', { sending_stopped_at: new Date(0) }, { sending_stopped_at: null }],
  ]
  test.for(closed)(
    '%s: nothing of its queue is sent, claimed before or not, until that ends',
    async (how) => {
      const [, closing, opening] = how
      const ids = [await bench.place(), await bench.place(), await bench.place()]
      const [claimed] = await makeClaimer(bench.ctx).claim({ providerId: bench.panel.provider.id, limit: 1 })
      if (claimed === undefined) throw new Error('nothing was claimed')
      await change(bench.panel.provider.id, closing)
      const { outcome } = await sendAttempt(bench.ctx, claimed, { signal: new AbortController().signal })
      expect(outcome).toMatchObject({ kind: 'not_sent' })
      await landOutcome(bench.ctx, claimed, {
        kind: 'not_sent',
        fault: { code: 'provider_takes_none', details: {} },
      })
      for (const id of ids) await bench.makeDue(id)
      expect(await makeClaimer(bench.ctx).claim({ providerId: bench.panel.provider.id, limit: 9 })).toEqual(
        [],
      )
      await bench.dispatch()
      expect(await bench.panel.arrivals('add')).toBe(0)
      expect(await Promise.all(ids.map(async (id) => (await bench.orderOf(id)).dispatch))).toEqual(
        ids.map(() => 'queued'),
      )
      await change(bench.panel.provider.id, opening)
      await bench.dispatch()
      expect((await bench.panel.adds()).length).toBe(3)
    },
  )
})

describe('two workers after the same queue entry', () => {
  /** A concurrent claim of the order, committed once `meanwhile` waits for the queue entry. */
  async function whileClaimed(id: bigint, meanwhile: () => Promise<unknown>) {
    const holder = await bench.ctx.pool.connect()
    await holder.query('begin')
    await holder.query(
      `with taken as (update dispatch_queue set token = gen_random_uuid(), lease_until = now() + interval '1 minute', tries = 1
         where order_id = $1 returning *)
       insert into order_attempts (user_id, order_id, number, token, supply_id, provider_id, provider_service, cost, lease_until)
       select user_id, order_id, tries, token, supply_id, provider_id, '1', 1, lease_until from taken`,
      [id],
    )
    const waiting = async () => {
      const { rowCount } = await bench.ctx.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`,
      )
      return rowCount
    }
    const other = meanwhile().catch((error: unknown) => error)
    try {
      await expect.poll(waiting, soon).toBe(1)
    } finally {
      await holder.query('commit')
      holder.release()
    }
    return other
  }

  test('of two claims one gets it', async () => {
    const id = await bench.place()
    const want = { providerId: bench.panel.provider.id, limit: 1 }
    expect(await whileClaimed(id, () => makeClaimer(bench.ctx).claim(want))).toEqual([])
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'sending', attempts: 1 })
  })

  test('a cancel that comes after the claim is refused, and nothing is refunded', async () => {
    const id = await bench.place()
    const refused = await whileClaimed(id, () => cancelOrder(bench.ctx, { userId: bench.user.id, id }))
    expect(refused).toMatchObject({ code: 'cancel_not_available' })
    expect(await bench.orderOf(id)).toMatchObject({ status: 'PENDING', dispatch: 'sending', refunded: 0n })
  })
})

describe('an order whose sending was refused', () => {
  const ways: [string, () => Promise<unknown>][] = [
    ['its provider is switched off', () => change(bench.panel.provider.id, { is_enabled: false })],
    [
      'its provider is paused',
      () => change(bench.panel.provider.id, { sending_paused_until: new Date('2100-01-01') }),
    ],
    [
      'the currency of its provider is in doubt',
      () => change(bench.panel.provider.id, { balance_currency: 'INR' }),
    ],
    [
      'its supply was taken off',
      () =>
        bench.ctx.db
          .updateTable('supplies')
          .set({ is_active: false })
          .where('provider_id', '=', bench.panel.provider.id)
          .execute(),
    ],
  ]
  test.for(ways)('goes to the next supply: %s', async ([, happen]) => {
    const second = await addSecond()
    const id = await bench.place()
    expect(await bench.placeOf(id)).toMatchObject({ provider_id: bench.panel.provider.id })
    await happen()
    await bench.dispatch()
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({
      dispatch: 'accepted',
      provider_id: second.provider.id,
      attempts: 1,
    })
    await second.stop()
  })

  test('without a provider it waits and staff see why; with one it is sent there', async () => {
    const sold = await makeService(bench.ctx)
    const id = await bench.place({ serviceId: sold.id })
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'queued', review_code: 'no_provider' })
    expect((await bench.placeOf(id))?.due_at).toBeNull()
    const supply = { provider_id: bench.panel.provider.id, provider_service: '2', cost_rate: usd('1') }
    await bench.ctx.db
      .insertInto('supplies')
      .values({ service_id: sold.id, ...supply })
      .execute()
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', review_code: null })
  })
})

describe('an order without a queue entry', () => {
  const forget = (id: bigint) =>
    bench.ctx.db.deleteFrom('dispatch_queue').where('order_id', '=', id).execute()

  test('is queued again, and sent once', async () => {
    const id = await bench.place()
    await forget(id)
    await requeueLostOrders(bench.ctx)
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', attempts: 1 })
  })

  test.for(['sending', 'unknown', 'accepted'] as const)(
    'is not, with a sending that is %s',
    async (state) => {
      const id = await bench.place()
      const { supply_id = null } = (await bench.placeOf(id)) ?? {}
      await bench.ctx.pool.query(
        `insert into order_attempts (user_id, order_id, number, token, state, supply_id, provider_id, provider_service, cost,
         lease_until) values ($1, $2, 1, gen_random_uuid(), $3, $4, $5, '1', 1, now())`,
        [bench.user.id, id, state, supply_id, bench.panel.provider.id],
      )
      await forget(id)
      await requeueLostOrders(bench.ctx)
      expect(await bench.placeOf(id)).toBeUndefined()
      await bench.app.database.pool.query('delete from order_attempts where order_id = $1', [id])
      await requeueLostOrders(bench.ctx)
      expect(await bench.placeOf(id)).toMatchObject({ token: null, tries: 0 })
    },
  )
})
