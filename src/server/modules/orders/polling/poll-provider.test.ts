import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, onTestFinished, test } from 'vitest'

import { completed } from '#test/fast-panel.ts'
import { idsOf, makePollBench } from '#test/poll-bench.ts'

const bench = makePollBench()
const { makePolled, setPace, startPolling, countDue, countStatus, versionsOf, readingOf } = bench

describe('status polls of a provider', () => {
  test('are sent a hundred at a time, each once, at once when a slot is free', async () => {
    const polled = await makePolled(1000, { delayMs: 30 })
    await setPace(polled.providerId, { atOnce: 1, perSecond: 100 })
    startPolling(polled)
    await expect.poll(() => countDue(polled), { timeout: 30_000, interval: 20 }).toBe(0)
    const { calls } = polled.panel
    expect(calls.map(({ ids }) => ids.length)).toEqual(Array(10).fill(100))
    expect(new Set(idsOf(polled)).size).toBe(1000)
    // Most of the pauses, since a busy machine prolongs some. The queue is read once a second.
    const pauses = calls.slice(1).map(({ beganAt }, at) => beganAt - (calls[at]?.endedAt ?? 0))
    expect(pauses.toSorted((one, other) => one - other)[4]).toBeLessThan(800)
  })

  test("never exceed the provider's limits, neither concurrent nor per second", async () => {
    const polled = await makePolled(1700, { delayMs: 100 })
    await setPace(polled.providerId, { atOnce: 3, perSecond: 8 })
    startPolling(polled)
    await expect.poll(() => countDue(polled), { timeout: 15_000 }).toBe(0)
    const begun = polled.panel.calls.map(({ beganAt }) => beganAt)
    expect(begun.length).toBe(17)
    // Calls arrive some time after they start, much later on a busy machine, so most of the nine intervals are checked.
    // Unpaced, three at a time would take 300 ms for the same number.
    const stretches = begun.slice(8).map((time, at) => time - (begun[at] ?? 0))
    expect(stretches.toSorted((one, other) => one - other)[4]).toBeGreaterThan(600)
    const atOnce = polled.panel.calls.map(
      ({ beganAt }) =>
        polled.panel.calls.filter((other) => other.beganAt <= beganAt && (other.endedAt ?? 0) > beganAt)
          .length,
    )
    expect(Math.max(...atOnce)).toBe(3)
  })

  test('wait briefly for more, so that one call polls orders that become due one by one', async () => {
    const polled = await makePolled(40)
    await bench.ctx.pool.query(
      `update poll_queue set due_at = now() + 1 * interval '1 second' + 50 * place * interval '1 millisecond'
       from (select order_id, row_number() over () as place from poll_queue where provider_id = $1) placed
       where poll_queue.order_id = placed.order_id and provider_id = $1`,
      [polled.providerId],
    )
    startPolling(polled)
    await expect.poll(() => new Set(idsOf(polled)).size, { timeout: 10_000 }).toBe(40)
    expect(polled.panel.calls.length).toBeLessThan(12)
  })

  test('continue at their rate next to a slow provider, a paused one and one without a valid key', async () => {
    const slow = await makePolled(1000, { delayMs: 4_000 })
    const paused = await makePolled(300)
    const keyless = await makePolled(300)
    const good = await makePolled(3000)
    await bench.ctx.pool.query(
      "update providers set reading_failures = 3, reading_paused_until = now() + interval '1 hour' where id = $1",
      [paused.providerId],
    )
    await bench.ctx.pool.query("update providers set key_ciphertext = 'unreadable' where id = $1", [
      keyless.providerId,
    ])
    const before = [await versionsOf('poll_queue', paused), await versionsOf('orders', paused)]
    const beforeKeyless = await versionsOf('poll_queue', keyless)
    const begun = performance.now()
    for (const one of [slow, paused, keyless, good]) startPolling(one)
    // Thirty calls at a hundred per second; behind the slow one they would take 30 s.
    await expect.poll(() => countDue(good), { timeout: 25_000, interval: 20 }).toBe(0)
    const seconds = (performance.now() - begun) / 1000
    expect(idsOf(good).length).toBe(3000)
    expect(slow.panel.calls.length).toBeLessThanOrEqual(4 * Math.ceil(seconds / 4 + 1))
    await sleep(1500) // a pause and a missing key are rechecked meanwhile
    expect([paused.panel.calls, paused.panel.balances]).toEqual([[], []])
    expect([await versionsOf('poll_queue', paused), await versionsOf('orders', paused)]).toEqual(before)
    expect(keyless.panel.calls).toEqual([])
    expect(await versionsOf('poll_queue', keyless)).toBe(beforeKeyless)
    expect(await readingOf(keyless)).toMatchObject({ reading_failures: 0, reading_paused_until: null })
  })

  test('stop when the provider is down, and resume soon after it is back', async () => {
    const polled = await makePolled(1000, { delayMs: 20 })
    // Overlapping calls count once: with two at a time, ten calls are three failures in any order of ending.
    await setPace(polled.providerId, { atOnce: 2, perSecond: 100 })
    polled.panel.fail(502)
    startPolling(polled)
    const isPaused = async () => (await readingOf(polled)).reading_paused_until !== null
    await expect.poll(isPaused, { timeout: 10_000 }).toBe(true)
    const asked = polled.panel.calls.length
    // Three consecutive failures, each of as many calls as may run at once.
    expect(asked).toBeLessThanOrEqual(12)
    await sleep(1000) // nothing is polled during a pause, but for what was on its way when it began
    expect(polled.panel.calls.length).toBeLessThanOrEqual(asked + 2)
    polled.panel.answer(completed)
    await bench.ctx.pool.query('update providers set reading_paused_until = now() where id = $1', [
      polled.providerId,
    ])
    await expect.poll(() => polled.panel.balances.length, { timeout: 10_000 }).toBe(1)
    await bench.ctx.pool.query('update poll_queue set due_at = least(due_at, now()) where provider_id = $1', [
      polled.providerId,
    ])
    await expect.poll(() => countStatus(polled, 'COMPLETED'), { timeout: 20_000 }).toBe(1000)
    expect(await readingOf(polled)).toEqual({
      reading_failures: 0,
      reading_paused_until: null,
      reading_error: null,
    })
  })

  test('are not started after the lease has expired', async () => {
    const polled = await makePolled(1000, { delayMs: 20 })
    await setPace(polled.providerId, { atOnce: 1, perSecond: 100 })
    let isOver = false
    const turn = makeTurnEnding(3, () => (isOver = true))
    startPolling(polled, { isHeld: turn })
    await expect.poll(() => isOver).toBe(true)
    await sleep(1500) // time for sixty more calls
    expect(polled.panel.calls.length).toBe(3)
  })

  test('of a locked order wait, and all others are written', async () => {
    const polled = await makePolled(300, { how: completed })
    const client = await bench.ctx.pool.connect()
    onTestFinished(() => client.release(true))
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    await client.query(
      'select from orders where id = (select min(id) from orders where provider_id = $1) for update',
      [polled.providerId],
    )
    startPolling(polled)
    await expect.poll(() => countStatus(polled, 'COMPLETED'), { timeout: 18_000 }).toBe(299)
    await client.query('rollback')
    await bench.ctx.pool.query('update poll_queue set due_at = now() where provider_id = $1', [
      polled.providerId,
    ])
    await expect.poll(() => countStatus(polled, 'COMPLETED'), { timeout: 10_000 }).toBe(300)
  })

  test('without a change write no order', async () => {
    const polled = await makePolled(200)
    const loop = startPolling(polled)
    await expect.poll(() => countDue(polled)).toBe(0)
    await loop.stop()
    const before = await versionsOf('orders', polled)
    await bench.ctx.pool.query('update poll_queue set due_at = now() where provider_id = $1', [
      polled.providerId,
    ])
    startPolling(polled)
    await expect.poll(() => countDue(polled)).toBe(0)
    expect(idsOf(polled).length).toBe(400)
    expect(await versionsOf('orders', polled)).toBe(before)
  })
})

/** Held for this number of checks. */
function makeTurnEnding(looks: number, end: () => void): () => boolean {
  let left = looks
  return () => {
    if (left === 0) end()
    return (left -= 1) >= 0
  }
}
