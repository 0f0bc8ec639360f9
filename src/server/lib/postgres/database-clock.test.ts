import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type DatabaseClock, makeDatabaseClock } from './database-clock.ts'

const HOUR_MS = 3_600_000

let databaseAhead = 0
let answersAfter = 0
let isAway = false
let clock: DatabaseClock
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'setInterval', 'clearInterval'] })
  ;[databaseAhead, answersAfter, isAway] = [0, 0, false]
  const began = Date.now()
  const monotonic = performance.now()
  const query = async () => {
    if (isAway) throw new Error('away')
    const now = new Date(began + performance.now() - monotonic + databaseAhead)
    await vi.advanceTimersByTimeAsync(answersAfter)
    return { rows: [{ now }] }
  }
  clock = makeDatabaseClock({ query: query as never }) // the only method it uses
})
afterEach(() => {
  clock.stop()
  vi.useRealTimers()
})

test('a wrong clock of this machine changes nothing', async () => {
  await clock.follow()
  const before = clock.now().getTime()
  vi.setSystemTime(Date.now() + HOUR_MS)
  expect(clock.now().getTime()).toBe(before)
  await clock.follow()
  expect(clock.now().getTime()).toBe(before)
  isAway = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(clock.now().getTime()).toBe(before + 20_000)
})

test('a database clock that steps back is followed within 5 s automatically', async () => {
  await clock.follow()
  const before = clock.now().getTime()
  databaseAhead = -90_000
  await vi.advanceTimersByTimeAsync(5_000)
  expect(clock.now().getTime()).toBe(before + 5_000 - 90_000)
})

test('a slow answer is not trusted to the second, unless it shows a larger error', async () => {
  await clock.follow()
  const exact = () => clock.now().getTime() - Date.now()
  expect(exact()).toBe(0)
  answersAfter = 3_000
  await clock.follow()
  expect(exact()).toBe(0)
  databaseAhead = -90_000
  await clock.follow()
  expect(Math.abs(exact() + 90_000)).toBeLessThanOrEqual(1_500)
  answersAfter = 0
  await clock.follow()
  expect(exact()).toBe(-90_000)
})
