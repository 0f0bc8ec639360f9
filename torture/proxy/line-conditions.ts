import { setTimeout as sleep } from 'node:timers/promises'

/** The conditions of everything that passes the proxy in one direction. */
export type LineConditions = {
  delayMs: number
  /** While pending, nothing passes, and neither end notices. */
  blackout: Promise<void> | undefined
}

/**
 * One direction of one connection: actions run in order, each after the delay that applied when it was added, and
 * not before a blackout has ended.
 */
export function makeFlow(conditions: LineConditions): (act: () => void) => void {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  const inTurn = async (before: Promise<void>, cameAt: number, act: () => void) => {
    await before
    const left = cameAt + conditions.delayMs - performance.now()
    if (left > 0) await sleep(left)
    while (conditions.blackout !== undefined) await conditions.blackout
    waiting -= 1
    act()
  }
  return (act) => {
    const isCalm = conditions.delayMs === 0 && conditions.blackout === undefined
    // Without faults and with an empty queue, acts immediately, without an event loop turn.
    if (isCalm && waiting === 0) return act()
    waiting += 1
    last = inTurn(last, performance.now(), act)
  }
}
