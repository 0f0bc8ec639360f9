/** Limits starts within any window of time. */
export type RateLimiter = {
  setMax(max: number): void
  /** How many can start now. */
  room(): number
  /** Starts one, if there is room. */
  take(): boolean
  /** Reserves room for a start that comes later, or never. Check `room` first. */
  reserve(): Reservation
  /** Milliseconds until time alone makes room; 0 or less if there is room now. */
  waitMs(): number
}

export type Reservation = {
  /** The start happens. Until then the reservation counts as a start at any moment. */
  start(): void
  /** No start: gives the room back. */
  cancel(): void
}

/**
 * At most `max` starts within any `windowMs`. Up to the number for `burstMs` start immediately; further ones are spread
 * evenly, so that none waits for the end of a window.
 */
export function makeRateLimiter({
  max,
  windowMs,
  burstMs = windowMs,
}: {
  max: number
  windowMs: number
  burstMs?: number
}): RateLimiter {
  let reserved = 0
  let started: number[] = []
  /** When the next would start if all were spread evenly. */
  let nextEvenAt = -Infinity

  const gapMs = () => windowMs / max
  const aheadMs = () => Math.max(burstMs, gapMs())

  const room = () => {
    const now = performance.now()
    started = started.filter((at) => at > now - windowMs)
    const spread = Math.floor((now + aheadMs() - Math.max(now, nextEvenAt)) / gapMs()) + 1
    return Math.max(0, Math.min(max - reserved - started.length, spread))
  }

  const reserve = (): Reservation => {
    reserved += 1
    nextEvenAt = Math.max(nextEvenAt, performance.now()) + gapMs()
    let isOpen = true
    const close = () => {
      const wasOpen = isOpen
      isOpen = false
      if (wasOpen) reserved -= 1
      return wasOpen
    }
    return {
      start() {
        if (close()) started.push(performance.now())
      },
      cancel() {
        if (close()) nextEvenAt -= gapMs()
      },
    }
  }

  return {
    setMax(next) {
      max = next
    },
    room,
    take() {
      if (room() === 0) return false
      reserve().start()
      return true
    },
    reserve,
    waitMs() {
      const isFull = started.length + reserved >= max
      const windowAt = isFull ? (started[0] ?? -Infinity) + windowMs : -Infinity
      return Math.max(windowAt, nextEvenAt - aheadMs()) - performance.now()
    },
  }
}
