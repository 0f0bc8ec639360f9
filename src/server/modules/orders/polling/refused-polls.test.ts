import { describe, expect, test } from 'vitest'

import { completed } from '#test/fast-panel.ts'
import { makeFollowBench, sound } from '#test/follow-bench.ts'

const bench = makeFollowBench()
const { makeFollowed, follow, countDue, countStatus, readingOf, perCallOf, makeDue } = bench

describe('the checks of a provider', () => {
  test('that are refused in the protocol hold up no others, and are no outage', async () => {
    const followed = await makeFollowed(600)
    const { rows } = await bench.ctx.pool.query<{ ref: string }>(
      'select provider_ref as ref from poll_queue where provider_id = $1 order by due_at, ctid limit 1',
      [followed.providerId],
    )
    const bad = rows[0]?.ref
    followed.panel.answer((id) => (id === bad ? 'Incorrect order ID' : completed(id)))
    follow(followed)
    await expect.poll(() => countStatus(followed, 'COMPLETED'), { timeout: 15_000 }).toBe(599)
    const { rows: told } = await bench.ctx.pool.query(
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
    await bench.ctx.pool.query(
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
    // Answered ids are stored.
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
    const { rows } = await bench.ctx.pool.query(
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
    // After the first, which run at once: 1 s, 2 s, 4 s and so on; timers never fire early.
    await expect.poll(() => Math.max(0, ...gaps()), { timeout: 19_000 }).toBeGreaterThan(3_900)
    expect(followed.panel.calls.length).toBeLessThan(10)
    expect((await readingOf(followed)).reading_error).toMatchObject({
      code: 'said',
      details: { error: expect.stringMatching(/Invalid API key/) },
    })
  }, 30_000)
})
