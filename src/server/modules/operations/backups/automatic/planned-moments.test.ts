import { expect, test } from 'vitest'

import { findPlannedMoments } from './planned-moments.ts'

const moments = (now: string, at: string, zone: string) => {
  const { last, next } = findPlannedMoments({ at, time_zone: zone }, new Date(now))
  return [last.toISOString(), next.toISOString()]
}

test('the time of day is in the configured time zone', () => {
  expect(moments('2026-11-28T19:59:00Z', '03:00', 'Asia/Ho_Chi_Minh')).toEqual([
    '2026-11-27T20:00:00.000Z',
    '2026-11-28T20:00:00.000Z',
  ])
  expect(moments('2026-11-28T20:00:00Z', '03:00', 'Asia/Ho_Chi_Minh')).toEqual([
    '2026-11-28T20:00:00.000Z',
    '2026-11-29T20:00:00.000Z',
  ])
})

test('each day has one backup, even when clocks skip or repeat its time', () => {
  // 02:30 does not exist on 29 March and occurs twice on 25 October.
  expect(moments('2026-03-28T12:00:00Z', '02:30', 'Europe/Berlin')).toEqual([
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
  ])
  expect(moments('2026-03-29T12:00:00Z', '02:30', 'Europe/Berlin')[1]).toBe('2026-03-30T00:30:00.000Z')
  expect(moments('2026-10-25T00:45:00Z', '02:30', 'Europe/Berlin')).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ])
})
