import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import type { Context } from '#server/context.ts'
import { makePacer, type Pacer } from '#server/providers/make-pacer.ts'
import { getProviderAccount } from '#server/providers/provider-account.ts'
import { auditMoney } from '#test/audit.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider } from '#test/factories.ts'
import { type Answering, completed, type FastPanel, inProgress, startFastPanel } from '#test/fast-panel.ts'
import { fillFollowed } from '#test/fill-orders.ts'

import { followProvider } from './following-jobs.ts'

let app: TestApp
let ctx: Context

beforeAll(async () => {
  app = await makeTestApp()
  ctx = app.ctx
})
afterAll(() => app.drop())
beforeEach(async () => {
  await ctx.pool.query("update check_queue set due_at = 'infinity'")
  return () => auditMoney(ctx)
})

type Followed = { panel: FastPanel; providerId: number; userIds: number[] }

/** A provider with that many orders of ours, all due. */
async function makeFollowed(
  orders: number,
  {
    how = inProgress,
    delayMs = 0,
    customers = 10,
  }: { how?: Answering; delayMs?: number; customers?: number } = {},
): Promise<Followed> {
  const panel = await startFastPanel(how, delayMs)
  onTestFinished(() => panel.stop())
  const { id: providerId } = await makeProvider(ctx, panel)
  await setPace(providerId, { atOnce: 4, perSecond: 100 })
  const userIds = await fillFollowed(ctx.pool, { providerId, orders, customers })
  return { panel, providerId, userIds }
}

async function setPace(providerId: number, pace: { atOnce: number; perSecond: number }) {
  await ctx.db
    .updateTable('providers')
    .set({ calls_at_once: pace.atOnce, calls_per_second: pace.perSecond })
    .where('id', '=', providerId)
    .execute()
}

/** Until the test is over. */
function follow({ providerId }: Followed, { as = ctx, isHeld = always, pacer = makeOwnPacer() } = {}) {
  const loop = followProvider(as, { providerId, pacer, isHeld })
  onTestFinished(() => loop.stop())
  return loop
}
const always = (): boolean => true
const makeOwnPacer = (): Pacer => makePacer({ callsAtOnce: 1, callsPerSecond: 1 })

async function countDue({ providerId }: Followed): Promise<number> {
  const { rows } = await ctx.pool.query<{ due: number }>(
    'select count(*)::int as due from check_queue where provider_id = $1 and due_at <= now()',
    [providerId],
  )
  return rows[0]?.due ?? 0
}

async function countStatus({ providerId }: Followed, status: string): Promise<number> {
  const { rows } = await ctx.pool.query<{ count: number }>(
    'select count(*)::int as count from orders where provider_id = $1 and status = $2',
    [providerId, status],
  )
  return rows[0]?.count ?? 0
}

const idsOf = ({ panel }: Followed) => panel.calls.flatMap(({ ids }) => ids)

/** Where every row of a table stands: another version of a row stands elsewhere. */
async function versionsOf(table: 'check_queue' | 'orders', { providerId }: Followed): Promise<string> {
  const { rows } = await ctx.pool.query<{ versions: string }>(
    `select md5(string_agg(xmin::text || ctid::text, ' ' order by user_id, ctid)) as versions from ${table}
     where provider_id = $1`,
    [providerId],
  )
  return rows[0]?.versions ?? ''
}

async function readingOf({ providerId }: Followed) {
  return ctx.db
    .selectFrom('providers')
    .select(['reading_failures', 'reading_paused_until', 'reading_error'])
    .where('id', '=', providerId)
    .executeTakeFirstOrThrow()
}

const sound = { reading_failures: 0, reading_paused_until: null, reading_error: null }

async function perCallOf({ providerId }: Followed): Promise<number> {
  return (await getProviderAccount(ctx, providerId)).perCall.order
}

async function makeDue({ providerId }: Followed): Promise<void> {
  await ctx.pool.query('update check_queue set due_at = now() where provider_id = $1', [providerId])
}

describe('the checks of a provider', () => {
  test('are asked for by the hundred, each once, at once when a place is free', async () => {
    const followed = await makeFollowed(4000, { delayMs: 30 })
    await setPace(followed.providerId, { atOnce: 1, perSecond: 100 })
    follow(followed)
    // With a pause of a second between the calls, it would be 40 s.
    await expect.poll(() => countDue(followed), { timeout: 30_000, interval: 20 }).toBe(0)
    expect(followed.panel.calls.map(({ ids }) => ids.length)).toEqual(Array(40).fill(100))
    expect(new Set(idsOf(followed)).size).toBe(4000)
  })

  test('are never more at once, nor begun within a second, than it bears', async () => {
    const followed = await makeFollowed(1700, { delayMs: 100 })
    await setPace(followed.providerId, { atOnce: 3, perSecond: 8 })
    follow(followed)
    await expect.poll(() => countDue(followed), { timeout: 15_000 }).toBe(0)
    const begun = followed.panel.calls.map(({ beganAt }) => beganAt)
    expect(begun.length).toBe(17)
    // Heard there some time after it is begun here; unpaced, three at once would take 300 ms for as many.
    for (const [at, time] of begun.entries()) expect((begun[at + 8] ?? Infinity) - time).toBeGreaterThan(600)
    const atOnce = followed.panel.calls.map(
      ({ beganAt }) =>
        followed.panel.calls.filter((other) => other.beganAt <= beganAt && (other.endedAt ?? 0) > beganAt)
          .length,
    )
    expect(Math.max(...atOnce)).toBe(3)
  })

  test('wait for company, so that one call does for what comes one by one', async () => {
    const followed = await makeFollowed(40)
    await ctx.pool.query(
      `update check_queue set due_at = now() + 1 * interval '1 second' + 50 * place * interval '1 millisecond'
       from (select order_id, row_number() over () as place from check_queue where provider_id = $1) placed
       where check_queue.order_id = placed.order_id and provider_id = $1`,
      [followed.providerId],
    )
    follow(followed)
    await expect.poll(() => new Set(idsOf(followed)).size, { timeout: 10_000 }).toBe(40)
    expect(followed.panel.calls.length).toBeLessThan(12)
  })

  test('go on at their pace beside a provider that is slow, one that pauses and one whose key is gone', async () => {
    const slow = await makeFollowed(2000, { delayMs: 4_000 })
    const paused = await makeFollowed(3000)
    const keyless = await makeFollowed(1000)
    const good = await makeFollowed(3000)
    await ctx.pool.query(
      "update providers set reading_failures = 3, reading_paused_until = now() + interval '1 hour' where id = $1",
      [paused.providerId],
    )
    await ctx.pool.query("update providers set key_ciphertext = 'unreadable' where id = $1", [
      keyless.providerId,
    ])
    const before = [await versionsOf('check_queue', paused), await versionsOf('orders', paused)]
    const beforeKeyless = await versionsOf('check_queue', keyless)
    const begun = performance.now()
    for (const one of [slow, paused, keyless, good]) follow(one)
    // Thirty calls at a hundred a second; behind the slow one they would take 30 s.
    await expect.poll(() => countDue(good), { timeout: 25_000, interval: 20 }).toBe(0)
    const seconds = (performance.now() - begun) / 1000
    expect(idsOf(good).length).toBe(3000)
    expect(slow.panel.calls.length).toBeLessThanOrEqual(4 * Math.ceil(seconds / 4 + 1))
    await sleep(1500) // a pause and a key that is gone are looked at again meanwhile
    expect([paused.panel.calls, paused.panel.balances]).toEqual([[], []])
    expect([await versionsOf('check_queue', paused), await versionsOf('orders', paused)]).toEqual(before)
    expect(keyless.panel.calls).toEqual([])
    expect(await versionsOf('check_queue', keyless)).toBe(beforeKeyless)
    expect(await readingOf(keyless)).toMatchObject({ reading_failures: 0, reading_paused_until: null })
  })

  test('stop when the provider is down, and go on soon after it is back', async () => {
    const followed = await makeFollowed(1000, { delayMs: 20 })
    followed.panel.fail(502)
    follow(followed)
    const isPaused = async () => (await readingOf(followed)).reading_paused_until !== null
    await expect.poll(isPaused, { timeout: 10_000 }).toBe(true)
    const asked = followed.panel.calls.length
    // Three failures in a row, each of as many calls as go at once.
    expect(asked).toBeLessThanOrEqual(12)
    await sleep(1000) // nothing is asked in a pause
    expect(followed.panel.calls.length).toBe(asked)
    followed.panel.answer(completed)
    await ctx.pool.query('update providers set reading_paused_until = now() where id = $1', [
      followed.providerId,
    ])
    await expect.poll(() => followed.panel.balances.length, { timeout: 10_000 }).toBe(1)
    await ctx.pool.query('update check_queue set due_at = least(due_at, now()) where provider_id = $1', [
      followed.providerId,
    ])
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 20_000 }).toBe(1000)
    expect(await readingOf(followed)).toEqual({
      reading_failures: 0,
      reading_paused_until: null,
      reading_error: null,
    })
  })

  test('that are refused in the protocol hold up no others, and are no outage', async () => {
    const followed = await makeFollowed(600)
    const { rows } = await ctx.pool.query<{ ref: string }>(
      'select provider_ref as ref from check_queue where provider_id = $1 order by due_at, ctid limit 1',
      [followed.providerId],
    )
    const bad = rows[0]?.ref
    followed.panel.answer((id) => (id === bad ? 'Incorrect order ID' : completed(id)))
    follow(followed)
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 15_000 }).toBe(599)
    const { rows: told } = await ctx.pool.query(
      'select review_code, review_details from orders where provider_id = $1 and provider_order = $2',
      [followed.providerId, bad],
    )
    expect(told).toEqual([{ review_code: 'told_error', review_details: { error: 'Incorrect order ID' } }])
    expect(await readingOf(followed)).toEqual(sound)
    expect(followed.panel.calls.filter(({ ids }) => ids.includes(bad ?? '')).length).toBeLessThan(10)
    expect(await perCallOf(followed)).toBe(100)
  })

  test('of a panel that knows single calls alone are asked one by one, which is remembered', async () => {
    const followed = await makeFollowed(200, { how: completed })
    followed.panel.takeLists(0)
    follow(followed)
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 30_000 }).toBe(200)
    expect(await readingOf(followed)).toEqual(sound)
    expect(await perCallOf(followed)).toBe(1)
    const lists = followed.panel.calls.filter(({ ids }) => ids.length > 1).length
    expect(lists).toBeLessThan(20)
    await makeDue(followed)
    follow(followed)
    await expect.poll(() => countDue(followed), { timeout: 30_000 }).toBe(0)
    expect(followed.panel.calls.filter(({ ids }) => ids.length > 1).length).toBe(lists)
  })

  test('of a panel that takes lists of thirty are asked by these', async () => {
    const followed = await makeFollowed(300, { how: completed })
    followed.panel.takeLists(30)
    follow(followed)
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 30_000 }).toBe(300)
    expect(await perCallOf(followed)).toBe(25)
  })

  test('of a panel that has learnt lists are asked by lists again, a day later', async () => {
    const followed = await makeFollowed(300, { how: completed })
    await ctx.pool.query(
      `update providers set orders_per_call = 1, per_call_at = now() - interval '25 hours' where id = $1`,
      [followed.providerId],
    )
    follow(followed)
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 15_000 }).toBe(300)
    expect(followed.panel.calls.length).toBe(3)
  })

  test('are begun by nobody whose turn ends while a list is asked about in pieces', async () => {
    const followed = await makeFollowed(100, { how: completed })
    followed.panel.takeLists(0)
    let isHeld = true
    follow(followed, { isHeld: () => isHeld })
    await expect.poll(() => followed.panel.calls.length, { timeout: 10_000 }).toBeGreaterThan(10)
    isHeld = false
    const asked = followed.panel.calls.length
    // What was answered is written.
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 10_000 }).toBeGreaterThan(0)
    expect(followed.panel.calls.length).toBeLessThanOrEqual(asked + 1)
    expect(await countDue(followed)).toBe(100 - (await countStatus(followed, 'COMPLETED')))
  })

  test('that meet a fault for nobody knows what are told of none, and wait', async () => {
    const followed = await makeFollowed(300)
    followed.panel.answer(() => 'Something went wrong')
    follow(followed)
    await expect.poll(() => followed.panel.calls.length, { timeout: 10_000 }).toBeGreaterThan(12)
    followed.panel.answer(completed)
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 20_000 }).toBeGreaterThan(280)
    const { rows } = await ctx.pool.query(
      'select count(*)::int as told from orders where provider_id = $1 and review_code is not null',
      [followed.providerId],
    )
    expect(rows).toEqual([{ told: 0 }])
  })

  test('of a provider that refuses every call are tried ever more rarely, a hundred at a time', async () => {
    const followed = await makeFollowed(1000)
    followed.panel.answer(() => 'Invalid API key')
    follow(followed)
    const gaps = () =>
      followed.panel.calls
        .slice(1)
        .map(({ beganAt }, at) => beganAt - (followed.panel.calls[at]?.beganAt ?? 0))
    // After the first, which go at once, 1 s, 2 s, 4 s and so on: no timer is early.
    await expect.poll(() => Math.max(0, ...gaps()), { timeout: 19_000 }).toBeGreaterThan(3_900)
    expect(followed.panel.calls.length).toBeLessThan(10)
    expect((await readingOf(followed)).reading_error).toMatch(/Invalid API key/)
  }, 30_000)

  test('are begun by nobody whose turn is over', async () => {
    const followed = await makeFollowed(1000, { delayMs: 20 })
    await setPace(followed.providerId, { atOnce: 1, perSecond: 100 })
    let isOver = false
    const turn = makeTurnEnding(3, () => (isOver = true))
    follow(followed, { isHeld: turn })
    await expect.poll(() => isOver).toBe(true)
    await sleep(1500) // time for sixty more calls
    expect(followed.panel.calls.length).toBe(3)
  })

  test('of an order that somebody holds locked wait, and those of all others are written', async () => {
    const followed = await makeFollowed(300, { how: completed })
    const client = await ctx.pool.connect()
    onTestFinished(() => client.release(true))
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    await client.query(
      'select from orders where id = (select min(id) from orders where provider_id = $1) for update',
      [followed.providerId],
    )
    follow(followed)
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 18_000 }).toBe(299)
    await client.query('rollback')
    await ctx.pool.query('update check_queue set due_at = now() where provider_id = $1', [
      followed.providerId,
    ])
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 10_000 }).toBe(300)
  })

  test('change no order of which nothing new is said', async () => {
    const followed = await makeFollowed(200)
    const loop = follow(followed)
    await expect.poll(() => countDue(followed)).toBe(0)
    await loop.stop()
    const before = await versionsOf('orders', followed)
    await ctx.pool.query('update check_queue set due_at = now() where provider_id = $1', [
      followed.providerId,
    ])
    follow(followed)
    await expect.poll(() => countDue(followed)).toBe(0)
    expect(idsOf(followed).length).toBe(400)
    expect(await versionsOf('orders', followed)).toBe(before)
  })
})

/** Held for so many looks. */
function makeTurnEnding(looks: number, end: () => void): () => boolean {
  let left = looks
  return () => {
    if (left === 0) end()
    return (left -= 1) >= 0
  }
}
