/** Limits starts within any window of time. */
export type RateLimiter = {
  setMax(max: number): void
  /** How many may start now. */
  room(): number
  /** Starts one, if there is room. */
  take(): boolean
  /** Holds room for one that starts later, or never. Ask for `room` first. */
  reserve(): Reservation
  /** Milliseconds until there may be room, as far as time alone brings it; 0 or less if it is there. */
  waitMs(): number
}

export type Reservation = {
  /** It starts. Until then it counts as one that may start at any moment. */
  start(): void
  /** It does not start, which gives its room back. */
  cancel(): void
}

/**
 * At most `max` starts within any `windowMs`. At once start at most those of `burstMs`; further ones are spread evenly,
 * so that none waits for the end of a window.
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
