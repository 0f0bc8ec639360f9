import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { makePacer, type Pacer, type Place, type Purpose } from './make-pacer.ts'

/** What wants places all the time: takes what it is let, and holds each for so long. */
function startTaker(pacer: Pacer, purpose: Purpose, holdMs: number) {
  const begun: number[] = []
  const use = async (place: Place) => {
    place.begin()
    begun.push(performance.now())
    await sleep(holdMs)
    place.giveBack()
  }
  const takeAll = () => {
    for (let place = pacer.take(purpose); place !== undefined; place = pacer.take(purpose)) void use(place)
  }
  const off = pacer.onRoom(purpose, () => setImmediate(takeAll))
  pacer.want(purpose, true)
  return {
    begun,
    stop: () => {
      off()
      pacer.want(purpose, false)
    },
  }
}

describe('a pacer', () => {
  test('lets so many calls be under way at once, whatever they are for, and tells when one is over', () => {
    const pacer = makePacer({ callsAtOnce: 2, callsPerSecond: 50 })
    let told = 0
    pacer.onRoom('ask', () => (told += 1))
    const [first, second] = [pacer.take('ask'), pacer.take('send')]
    expect([pacer.room('ask'), pacer.take('ask')]).toEqual([0, undefined])
    pacer.want('ask', true)
    expect(told).toBe(0)
    first?.begin()
    first?.giveBack()
    first?.giveBack()
    expect([pacer.room('ask'), told]).toEqual([1, 1])
    pacer.want('ask', false)
    second?.giveBack()
    expect([pacer.room('send'), told]).toEqual([2, 1])
  })

  test('begins no more than so many within any second, and tells when the next may', async () => {
    const pacer = makePacer({ callsAtOnce: 50, callsPerSecond: 5 })
    const taker = startTaker(pacer, 'send', 1)
    await expect.poll(() => taker.begun.length, { timeout: 10_000 }).toBeGreaterThan(14)
    taker.stop()
    for (const [at, time] of taker.begun.entries())
      expect((taker.begun[at + 5] ?? Infinity) - time).toBeGreaterThanOrEqual(995)
  })

  test('counts a call from when it begins, and one that never begins not at all', async () => {
    const pacer = makePacer({ callsAtOnce: 50, callsPerSecond: 2 })
    const [first, second] = [pacer.take('send'), pacer.take('send')]
    await sleep(1_100)
    expect(pacer.room('send')).toBe(0)
    first?.begin()
    second?.giveBack()
    expect(pacer.room('send')).toBe(1)
  })

  test('lets places come one after the other, so that nobody waits for the end of a second', async () => {
    const pacer = makePacer({ callsAtOnce: 50, callsPerSecond: 20 })
    const busy = startTaker(pacer, 'ask', 1)
    await expect.poll(() => busy.begun.length, { timeout: 10_000 }).toBeGreaterThan(25)
    const waits: number[] = []
    for (let times = 0; times < 8; times += 1) {
      const begun = performance.now()
      const one = startTaker(pacer, 'send', 1)
      await expect.poll(() => one.begun.length, { timeout: 10_000, interval: 1 }).toBeGreaterThan(0)
      one.stop()
      waits.push((one.begun[0] ?? Infinity) - begun)
      await sleep(70 * times)
    }
    busy.stop()
    // 50 ms apart; where a second's calls begin all at once, the middle one of some waits is half a second.
    expect(waits.toSorted((one, other) => one - other)[4]).toBeLessThan(250)
  })

  test('gives each purpose its share while both want more than there is, and all of it to one alone', async () => {
    const pacer = makePacer({ callsAtOnce: 3, callsPerSecond: 100 })
    const takers = [startTaker(pacer, 'send', 20), startTaker(pacer, 'ask', 20)] as const
    const both = () => takers.map(({ begun }) => begun.length)
    await expect.poll(() => Math.min(...both()), { timeout: 10_000 }).toBeGreaterThan(20)
    const [sent = 0, asked = 0] = both()
    expect(Math.max(sent, asked)).toBeLessThan(3 * Math.min(sent, asked))
    takers[1].stop()
    await expect.poll(() => takers[0].begun.length, { timeout: 10_000 }).toBeGreaterThan(sent + 60)
    takers[0].stop()
  })

  test('follows a changed setting from the next call on', () => {
    const pacer = makePacer({ callsAtOnce: 1, callsPerSecond: 5 })
    const place = pacer.take('ask')
    place?.begin()
    place?.giveBack()
    expect(pacer.room('ask')).toBe(1)
    pacer.setPace({ callsAtOnce: 3, callsPerSecond: 50 })
    expect(pacer.room('ask')).toBe(3)
  })
})
