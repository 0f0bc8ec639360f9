import { tmpdir } from 'node:os'

import { expect, onTestFinished, test, vi } from 'vitest'

import { NoSpace, refuseNearlyFull, watchSpace } from './free-space.ts'

test('a disk with enough space is accepted', () => {
  expect(() => refuseNearlyFull(tmpdir(), 0)).not.toThrow()
  expect(() => refuseNearlyFull(tmpdir(), 1e18)).toThrow(NoSpace)
})

test('a disk that fills up during the backup is noticed within a second', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const check = watchSpace(tmpdir(), 1e18)
  expect(check).not.toThrow()
  vi.advanceTimersByTime(1_000)
  expect(check).toThrow(NoSpace)
})
