import { setTimeout as sleep } from 'node:timers/promises'

/** How everything fares at the moment that goes over the proxy in one direction. */
export type Weather = {
  delayMs: number
  /** Nothing gets through, and nobody is told. Undefined while it does. */
  darkness: Promise<void> | undefined
}

/**
 * One direction of one line: what is pushed happens in its order, each after the delay that held when it came, and
 * not before a darkness has lifted.
 */
export function makeFlow(weather: Weather): (act: () => void) => void {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  const inTurn = async (before: Promise<void>, cameAt: number, act: () => void) => {
    await before
    const left = cameAt + weather.delayMs - performance.now()
    if (left > 0) await sleep(left)
    while (weather.darkness !== undefined) await weather.darkness
    waiting -= 1
    act()
  }
  return (act) => {
    const isCalm = weather.delayMs === 0 && weather.darkness === undefined
    // In calm weather with nothing before it there is nothing to wait for, not even for a turn of the loop.
    if (isCalm && waiting === 0) return act()
    waiting += 1
    last = inTurn(last, performance.now(), act)
  }
}
