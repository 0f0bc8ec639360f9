import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  adminCancelOrder,
  adminCompleteOrder,
  adminRefundOrder,
  adminRetryOrder,
} from '#contract/orders/order-actions.ts'
import type { Context } from '#server/context.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#torture/proxy/start-proxy.ts'
import { makeProvider, makeService, makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { startOwnClock } from '#test/own-clock.ts'
import { startSleepingDispatcher } from '#test/start-sleeping-dispatcher.ts'

import { startStopwatch } from '#server/lib/postgres/database-clock.ts'

import { makeClaimer } from './claim-orders.ts'
import { type DispatchLimits, makeDispatcher, sendAttempt } from './dispatch-orders.ts'
import { expireLeases } from './resolve-unknown.ts'

// Longer than most: a lease may expire during the claim, on the wire and at shutdown, and one guarantee covers all.

const bench = makeOrderBench()
const statesOf = async (id: bigint) => (await bench.attemptsOf(id)).map(({ state }) => state)
const soon = { timeout: 10_000, interval: 50 }

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

describe('a worker suspended between its claim and the first byte, for longer than its lease', () => {
  const decisions: [string, (id: bigint) => Promise<unknown>, number, string[], object][] = [
    [
      'nobody decided: not sent, and sent once from the queue',
      () => Promise.resolve(),
      1,
      ['not_sent', 'accepted'],
      { dispatch: 'accepted' },
    ],
    [
      'staff sent it again: not sent, and the second sending counts',
      async (id) => {
        await decide(adminRetryOrder, id)
        await bench.dispatch()
      },
      1,
      ['not_sent', 'accepted'],
      { dispatch: 'accepted' },
    ],
    [
      'staff refunded it: not sent at all',
      (id) => decide(adminRefundOrder, id),
      0,
      ['not_sent'],
      { status: 'REFUNDED' },
    ],
  ]
  const decide = async (endpoint: typeof adminRetryOrder | typeof adminRefundOrder, id: bigint) =>
    expect(
      (await bench.app.call(endpoint, { token: admin.token, params: { id }, body: { reason: 'asked them' } }))
        .status,
    ).toBe(200)

  test.for(decisions)('%s', async ([, decided, adds, states, order]) => {
    const id = await bench.place()
    const worker = await startSleepingDispatcher(bench.ctx, { leaseMs: 1_500, sendWithinMs: 700 })
    const leaseEnds = (await bench.placeOf(id))?.lease_until ?? new Date(Number.NaN)
    const expired = async () => (await expireLeases(bench.ctx), (await bench.orderOf(id)).dispatch)
    await expect.poll(expired, soon).toBe('unknown')
    // By the database's clock, which may be a moment ahead of this machine's.
    expect(Date.now()).toBeGreaterThan(leaseEnds.getTime() - 500)
    await decided(id)
    await worker.wake()
    await bench.makeDue(id)
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject(order)
    expect(await statesOf(id)).toEqual(states)
    expect((await bench.panel.adds()).length).toBe(adds)
  })
})

test('during a lease nothing is decided, neither automatically nor by staff', async () => {
  const id = await bench.place()
  await makeClaimer(bench.ctx).claim({ providerId: bench.panel.provider.id, limit: 1 })
  for (const endpoint of [adminRetryOrder, adminRefundOrder, adminCompleteOrder, adminCancelOrder]) {
    const answer = await bench.app.call(endpoint, {
      token: admin.token,
      params: { id },
      body: { reason: 'asked them' },
    })
    expect([endpoint.path, answer.status]).toEqual([endpoint.path, 409])
  }
  await expireLeases(bench.ctx)
  expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'sending', status: 'PENDING', refunded: 0n })
})

test('an order decided before the connection opens is not sent', async () => {
  const id = await bench.place()
  const [attempt] = await makeClaimer(bench.ctx).claim({ providerId: bench.panel.provider.id, limit: 1 })
  if (attempt === undefined) throw new Error('nothing was claimed')
  await bench.makeDue(id)
  await expireLeases(bench.ctx)
  const { outcome } = await sendAttempt(bench.ctx, attempt, { signal: new AbortController().signal })
  expect(outcome).toMatchObject({ kind: 'not_sent', fault: { code: 'decided_meanwhile' } })
  expect((await bench.panel.adds()).length).toBe(0)
})

describe('the clock of a lease', () => {
  test('is wall time when the machine was suspended, and monotonic when wall time is set back', () => {
    let wall = 1_000_000
    const elapsedMs = startStopwatch(() => new Date(wall))
    wall += 30_000
    expect(elapsedMs()).toBeGreaterThanOrEqual(30_000)
    wall -= 3_600_000
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30)
    expect(elapsedMs()).toBeGreaterThanOrEqual(29)
  })

  test.for<[string, DispatchLimits, number, number]>([
    ['the wall goes on while it connects', {}, 21_000, 0],
    ['the wall is set back and time passes', { sendWithinMs: 100 }, -3_600_000, 200],
  ])('%s: not sent, and the provider is not blamed', async ([, limits, jumpMs, passMs]) => {
    let jumped = 0
    const ctx: Context = { ...bench.ctx, clock: () => new Date(Date.now() + jumped) }
    const onConnected = () => {
      jumped = jumpMs
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, passMs)
    }
    const id = await bench.place()
    const dispatcher = makeDispatcher(ctx, limits)
    subscribe('undici:client:connected', onConnected)
    await dispatcher.pump()
    await dispatcher.stop()
    unsubscribe('undici:client:connected', onConnected)
    expect(await bench.attemptsOf(id)).toMatchObject([
      { state: 'not_sent', fault: { code: 'sent_too_late', details: {} } },
    ])
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'queued' })
    const { sending_failures: failures } = await bench.ctx.db
      .selectFrom('providers')
      .select('sending_failures')
      .where('id', '=', bench.panel.provider.id)
      .executeTakeFirstOrThrow()
    expect([failures, (await bench.panel.adds()).length]).toEqual([0, 0])
  })
})

describe('a claim whose answer is lost', () => {
  let line: DatabaseProxy
  let far: Context
  beforeAll(async () => {
    line = await startDatabaseProxy(bench.app.database.url)
    far = (await bench.app.another({ databaseUrl: line.url })).ctx
  })
  afterAll(() => line.stop())

  const dispatchOf = async (id: bigint) => (await bench.orderOf(id)).dispatch

  /** Until it is released, no attempt can be written. */
  async function holdAttempts() {
    const holder = await bench.ctx.pool.connect()
    await holder.query('begin')
    await holder.query('lock table order_attempts in share mode')
    return { letGo: () => holder.query('rollback').finally(() => holder.release()) }
  }
  async function countWaiting() {
    const { rowCount } = await bench.ctx.pool.query(
      `select from pg_locks where relation = 'order_attempts'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount
  }

  /** Committed, but the response was lost. */
  async function loseClaim() {
    const id = await bench.place()
    const claimer = makeClaimer(far)
    line.darken('answers')
    const claim = claimer
      .claim({ providerId: bench.panel.provider.id, limit: 1 })
      .catch((error: unknown) => error)
    await expect.poll(() => dispatchOf(id), soon).toBe('sending')
    await line.cut()
    expect(await claim).toBeInstanceOf(Error)
    const statesAfterRelease = async () => {
      await claimer.release().catch(() => undefined)
      return statesOf(id)
    }
    return { id, statesAfterRelease }
  }

  test('is queued again by the worker that claimed it, since nothing was sent, and then sent once', async () => {
    const { id, statesAfterRelease } = await loseClaim()
    await line.restore()
    await expect.poll(statesAfterRelease, soon).toContain('not_sent')
    await bench.makeDue(id)
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', attempts: 2 })
    expect([await statesOf(id), (await bench.panel.adds()).length]).toEqual([['not_sent', 'accepted'], 1])
  })

  test('is queued again even after its lease expired and it went to review as unknown', async () => {
    const { id, statesAfterRelease } = await loseClaim()
    await bench.letTimePass(id)
    expect(await dispatchOf(id)).toBe('review')
    await line.restore()
    await expect.poll(statesAfterRelease, soon).toContain('not_sent')
    expect(await dispatchOf(id)).toBe('queued')
  })

  test('is queued again even when it commits after its connection broke', async () => {
    const id = await bench.place()
    const claimer = makeClaimer(far)
    const slow = await holdAttempts()
    const claim = claimer
      .claim({ providerId: bench.panel.provider.id, limit: 1 })
      .catch((error: unknown) => error)
    await expect.poll(countWaiting, soon).toBe(1)
    await line.cut()
    expect(await claim).toBeInstanceOf(Error)
    await line.restore()
    await claimer.release()
    expect([await dispatchOf(id), await statesOf(id)]).toEqual(['queued', []])
    await slow.letGo()
    await expect.poll(() => claimer.release().then(() => statesOf(id)), soon).toEqual(['not_sent'])
    expect(await dispatchOf(id)).toBe('queued')
  })

  test('is queued again when the answer comes while the process stops', async () => {
    const id = await bench.place()
    const dispatcher = makeDispatcher(far)
    const slow = await holdAttempts()
    const claim = dispatcher.pump()
    await expect.poll(countWaiting, soon).toBe(1)
    const stopped = dispatcher.stop()
    await slow.letGo()
    await Promise.all([claim, stopped])
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'queued', attempts: 1 })
    expect([await statesOf(id), (await bench.panel.adds()).length]).toEqual([['not_sent'], 0])
  })
})

describe('the end of the process', () => {
  test('waits for an answer that comes in time', async () => {
    await bench.panel.fault('accept_late_reply', { delay_ms: 300 })
    const id = await bench.place()
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted' })
  })

  test('aborts unanswered calls: unknown where a byte may have left, else not sent', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    const address = silent.address()
    const url = `https://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    const unheard = await makeProvider(bench.ctx, { url })
    const sold = await makeService(bench.ctx, { supply: { providerId: unheard.id, service: '1' } })
    await bench.panel.fault('accept_no_reply')
    const [sent, unsent] = [await bench.place(), await bench.place({ serviceId: sold.id })]
    const dispatcher = makeDispatcher(bench.ctx)
    await dispatcher.pump()
    await expect.poll(async () => (await bench.panel.adds()).length, soon).toBe(1)
    const elapsed = startOwnClock()
    await dispatcher.stop({ graceMs: 200 })
    // Not the 60 s of an `add`, nor the 10 s of connecting.
    expect(elapsed()).toBeLessThan(9_000)
    expect(await bench.orderOf(sent)).toMatchObject({ dispatch: 'unknown', attempts: 1 })
    expect(await bench.orderOf(unsent)).toMatchObject({ dispatch: 'queued', attempts: 1 })
    expect([await statesOf(sent), await statesOf(unsent)]).toEqual([['unknown'], ['not_sent']])
    silent.close()
  })
})
