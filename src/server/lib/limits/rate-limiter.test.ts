import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { makeRateLimiter, type RateLimiter } from './rate-limiter.ts'

// Time only passes when a test advances it, so a busy machine changes nothing.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** The times in milliseconds at which it had room, sampled every 5 ms. */
function takeAll(limiter: RateLimiter, forMs: number) {
  const taken: number[] = []
  for (const until = performance.now() + forMs; performance.now() < until; vi.advanceTimersByTime(5))
    while (limiter.take()) taken.push(performance.now())
  return taken
}

test('never starts more than the limit within any window', () => {
  const limiter = makeRateLimiter({ max: 5, windowMs: 1_000 })
  const taken = takeAll(limiter, 10_000)
  expect(taken.length).toBeGreaterThanOrEqual(45)
  for (const [at, time] of taken.entries())
    expect((taken[at + 5] ?? Infinity) - time).toBeGreaterThanOrEqual(1_000)
})

test('spreads what exceeds a burst evenly, and reports when there is room again', () => {
  const limiter = makeRateLimiter({ max: 20, windowMs: 1_000, burstMs: 250 })
  const first = takeAll(limiter, 1)
  expect(first.length).toBeLessThanOrEqual(7)
  expect([limiter.room(), limiter.waitMs() > 0, limiter.waitMs() <= 50]).toEqual([0, true, true])
  vi.advanceTimersByTime(limiter.waitMs())
  expect(limiter.room()).toBe(1)
  const gaps = takeAll(limiter, 600).map((at, index, all) => (all[index + 1] ?? Infinity) - at)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(45)
})

test('a reservation holds its room until it starts, counts from then, and is returned if it does not', () => {
  const limiter = makeRateLimiter({ max: 2, windowMs: 1_000 })
  const [first, second] = [limiter.reserve(), limiter.reserve()]
  vi.advanceTimersByTime(1_100)
  expect(limiter.room()).toBe(0)
  first.start()
  first.cancel()
  second.cancel()
  second.cancel()
  expect(limiter.room()).toBe(1)
  vi.advanceTimersByTime(999)
  expect(limiter.room()).toBe(1)
  vi.advanceTimersByTime(2)
  expect(limiter.room()).toBe(2)
  const spread = makeRateLimiter({ max: 20, windowMs: 1_000, burstMs: 250 })
  const before = spread.room()
  for (const one of Array.from({ length: before }, () => spread.reserve())) one.cancel()
  expect(spread.room()).toBe(before)
})
