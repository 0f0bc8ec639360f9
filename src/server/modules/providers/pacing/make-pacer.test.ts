import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { makePacer, type Pacer, type CallSlot, type CallPurpose } from './make-pacer.ts'

// Time only passes when a test advances it, so a busy machine changes nothing.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate'] }),
)
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** Always wants slots: takes all it gets, and holds each for `holdMs`. */
function startTaker(pacer: Pacer, purpose: CallPurpose, holdMs: number) {
  const begun: number[] = []
  const use = (slot: CallSlot) => {
    slot.start()
    begun.push(performance.now())
    setTimeout(slot.release, holdMs)
  }
  const takeAll = () => {
    for (let slot = pacer.take(purpose); slot !== undefined; slot = pacer.take(purpose)) use(slot)
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
  test('limits concurrent calls, for any purpose, and notifies when one ends', () => {
    const pacer = makePacer({ callsAtOnce: 2, callsPerSecond: 50 })
    let notified = 0
    pacer.onRoom('poll', () => (notified += 1))
    const [first, second] = [pacer.take('poll'), pacer.take('send')]
    expect([pacer.room('poll'), pacer.take('poll')]).toEqual([0, undefined])
    pacer.want('poll', true)
    expect(notified).toBe(0)
    first?.start()
    first?.release()
    first?.release()
    expect([pacer.room('poll'), notified]).toEqual([1, 1])
    pacer.want('poll', false)
    second?.release()
    expect([pacer.room('send'), notified]).toEqual([2, 1])
  })

  test('limits calls started within any second, and notifies when the next may start', async () => {
    const pacer = makePacer({ callsAtOnce: 50, callsPerSecond: 5 })
    const taker = startTaker(pacer, 'send', 1)
    await pass(10_000)
    taker.stop()
    expect(taker.begun.length).toBeGreaterThanOrEqual(50)
    for (const [at, time] of taker.begun.entries())
      expect((taker.begun[at + 5] ?? Infinity) - time).toBeGreaterThanOrEqual(1_000)
  })

  test('counts a call from its start, and one that never starts not at all', async () => {
    const pacer = makePacer({ callsAtOnce: 50, callsPerSecond: 2 })
    const [first, second] = [pacer.take('send'), pacer.take('send')]
    await pass(1_100)
    expect(pacer.room('send')).toBe(0)
    first?.start()
    second?.release()
    expect(pacer.room('send')).toBe(1)
  })

  test('spreads slots evenly, so that no call waits for the end of a second', async () => {
    const pacer = makePacer({ callsAtOnce: 50, callsPerSecond: 20 })
    const busy = startTaker(pacer, 'poll', 1)
    await pass(2_000)
    const waits: number[] = []
    for (let times = 0; times < 8; times += 1) {
      const begun = performance.now()
      const one = startTaker(pacer, 'send', 1)
      await pass(1_000)
      one.stop()
      waits.push((one.begun[0] ?? Infinity) - begun)
      await pass(70 * times)
    }
    busy.stop()
    // 50 ms apart; if a second's calls all started at once, some would wait half a second.
    expect(Math.max(...waits)).toBeLessThanOrEqual(100)
  })

  test('gives each purpose its share while both are waiting, and everything to one alone', async () => {
    const pacer = makePacer({ callsAtOnce: 3, callsPerSecond: 100 })
    const takers = [startTaker(pacer, 'send', 20), startTaker(pacer, 'poll', 20)] as const
    await pass(2_000)
    const [sent = 0, asked = 0] = takers.map(({ begun }) => begun.length)
    expect(Math.min(sent, asked)).toBeGreaterThan(50)
    expect(Math.max(sent, asked)).toBeLessThan(3 * Math.min(sent, asked))
    takers[1].stop()
    const before = takers[0].begun.length
    await pass(2_000)
    expect(takers[0].begun.length - before).toBeGreaterThan(1.5 * sent)
    takers[0].stop()
  })

  test('follows a changed setting from the next call on', () => {
    const pacer = makePacer({ callsAtOnce: 1, callsPerSecond: 5 })
    const slot = pacer.take('poll')
    slot?.start()
    slot?.release()
    expect(pacer.room('poll')).toBe(1)
    pacer.setPace({ callsAtOnce: 3, callsPerSecond: 50 })
    expect(pacer.room('poll')).toBe(3)
  })
})
