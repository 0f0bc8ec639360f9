import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { makePacer } from './make-pacer.ts'

describe('a pacer', () => {
  test('lets so many calls be under way at once, and tells when one is over', () => {
    const pacer = makePacer({ callsAtOnce: 2, callsPerSecond: 50 })
    let told = 0
    pacer.onFree(() => (told += 1))
    const [first, second] = [pacer.take(), pacer.take()]
    expect([pacer.room(), pacer.take(), pacer.waitMs()]).toEqual([0, undefined, 0])
    first?.()
    first?.()
    expect([pacer.room(), told]).toEqual([1, 1])
    second?.()
    expect([pacer.room(), told]).toEqual([2, 2])
  })

  test('begins no more than so many within any second, and says when the next may', async () => {
    const pacer = makePacer({ callsAtOnce: 50, callsPerSecond: 5 })
    const begun: number[] = []
    for (
      const end = performance.now() + 2_500;
      performance.now() < end;
      await sleep(Math.max(1, pacer.waitMs()))
    )
      for (let giveBack = pacer.take(); giveBack !== undefined; giveBack = pacer.take()) {
        begun.push(performance.now())
        giveBack()
      }
    expect(begun.length).toBeGreaterThan(9)
    for (const [at, time] of begun.entries())
      expect((begun[at + 5] ?? Infinity) - time).toBeGreaterThanOrEqual(1000)
  })

  test('follows a changed setting from the next call on', () => {
    const pacer = makePacer({ callsAtOnce: 1, callsPerSecond: 1 })
    pacer.take()?.()
    expect(pacer.room()).toBe(0)
    pacer.setPace({ callsAtOnce: 3, callsPerSecond: 3 })
    expect(pacer.room()).toBe(2)
  })
})
