import { describe, expect, test } from 'vitest'

import { completed } from '#test/fast-panel.ts'
import { makePollBench, sound } from '#test/poll-bench.ts'

const bench = makePollBench()
const { makePolled, startPolling, countDue, countStatus, readingOf, perCallOf, makeDue } = bench

describe('status polls of a provider', () => {
  test('that are refused in the protocol delay no others, and are no outage', async () => {
    const polled = await makePolled(600)
    const { rows } = await bench.ctx.pool.query<{ ref: string }>(
      'select provider_ref as ref from poll_queue where provider_id = $1 order by due_at, ctid limit 1',
      [polled.providerId],
    )
    const bad = rows[0]?.ref
    polled.panel.answer((id) => (id === bad ? 'Incorrect order ID' : completed(id)))
    startPolling(polled)
    await expect.poll(() => countStatus(polled, 'COMPLETED'), { timeout: 15_000 }).toBe(599)
    const { rows: told } = await bench.ctx.pool.query(
      'select review_code, review_details from orders where provider_id = $1 and provider_order = $2',
      [polled.providerId, bad],
    )
    const fault = { code: 'said', details: { error: 'Incorrect order ID' } }
    expect(told).toEqual([{ review_code: 'told_error', review_details: { fault } }])
    expect(await readingOf(polled)).toEqual(sound)
    expect(polled.panel.calls.filter(({ ids }) => ids.includes(bad ?? '')).length).toBeLessThan(10)
    expect(await perCallOf(polled)).toBe(100)
  })

  test('of a panel with single calls only are sent one by one, which is remembered', async () => {
    const polled = await makePolled(200, { how: completed })
    polled.panel.takeLists(0)
    startPolling(polled)
    await expect.poll(() => countStatus(polled, 'COMPLETED'), { timeout: 30_000 }).toBe(200)
    expect(await readingOf(polled)).toEqual(sound)
    expect(await perCallOf(polled)).toBe(1)
    const lists = polled.panel.calls.filter(({ ids }) => ids.length > 1).length
    expect(lists).toBeLessThan(20)
    await makeDue(polled)
    startPolling(polled)
    await expect.poll(() => countDue(polled), { timeout: 30_000 }).toBe(0)
    expect(polled.panel.calls.filter(({ ids }) => ids.length > 1).length).toBe(lists)
  })

  test('of a panel that accepts lists of thirty are sent in such lists', async () => {
    const polled = await makePolled(300, { how: completed })
    polled.panel.takeLists(30)
    startPolling(polled)
    await expect.poll(() => countStatus(polled, 'COMPLETED'), { timeout: 30_000 }).toBe(300)
    expect(await perCallOf(polled)).toBe(25)
  })

  test('of a panel that supports lists by now use lists again a day later', async () => {
    const polled = await makePolled(300, { how: completed })
    await bench.ctx.pool.query(
      `update providers set orders_per_call = 1, per_call_at = now() - interval '25 hours' where id = $1`,
      [polled.providerId],
    )
    startPolling(polled)
    await expect.poll(() => countStatus(polled, 'COMPLETED'), { timeout: 15_000 }).toBe(300)
    expect(polled.panel.calls.length).toBe(3)
  })

  test('are not continued after the lease ends while a list is queried in parts', async () => {
    const polled = await makePolled(100, { how: completed })
    polled.panel.takeLists(0)
    let isHeld = true
    startPolling(polled, { isHeld: () => isHeld })
    await expect.poll(() => polled.panel.calls.length, { timeout: 10_000 }).toBeGreaterThan(10)
    isHeld = false
    const asked = polled.panel.calls.length
    // Answers for ids in a list are stored.
    await expect.poll(() => countStatus(polled, 'COMPLETED'), { timeout: 10_000 }).toBeGreaterThan(0)
    expect(polled.panel.calls.length).toBeLessThanOrEqual(asked + 1)
    expect(await countDue(polled)).toBe(100 - (await countStatus(polled, 'COMPLETED')))
  })

  test('that are refused for an unknown reason flag no order, and wait', async () => {
    const polled = await makePolled(300)
    polled.panel.answer(() => 'Something went wrong')
    startPolling(polled)
    await expect.poll(() => polled.panel.calls.length, { timeout: 10_000 }).toBeGreaterThan(12)
    polled.panel.answer(completed)
    await expect.poll(() => countStatus(polled, 'COMPLETED'), { timeout: 20_000 }).toBeGreaterThan(280)
    const { rows } = await bench.ctx.pool.query(
      'select count(*)::int as told from orders where provider_id = $1 and review_code is not null',
      [polled.providerId],
    )
    expect(rows).toEqual([{ told: 0 }])
  })

  test('of a provider that refuses every call are tried less and less often, a hundred at a time', async () => {
    const polled = await makePolled(1000)
    polled.panel.answer(() => 'Invalid API key')
    startPolling(polled)
    const gaps = () =>
      polled.panel.calls.slice(1).map(({ beganAt }, at) => beganAt - (polled.panel.calls[at]?.beganAt ?? 0))
    // After the first ones, which run at once: 1 s, 2 s, 4 s and so on; timers never fire early.
    await expect.poll(() => Math.max(0, ...gaps()), { timeout: 19_000 }).toBeGreaterThan(3_900)
    expect(polled.panel.calls.length).toBeLessThan(10)
    expect((await readingOf(polled)).reading_error).toMatchObject({
      code: 'said',
      details: { error: expect.stringMatching(/Invalid API key/) },
    })
  }, 30_000)
})
