/** What a provider bears, as staff set it. */
export type Pace = { callsAtOnce: number; callsPerSecond: number }

export type Pacer = {
  setPace(pace: Pace): void
  /** How many calls may begin now. */
  room(): number
  /** Milliseconds until the pace allows one more; a place that is missing is told of by `onFree` instead. */
  waitMs(): number
  /** Takes the place of one call and answers what gives it back; undefined where there is no room. */
  take(): (() => void) | undefined
  /** Told of each place that is given back. Answers what ends the telling. */
  onFree(listener: () => void): () => void
}

const WINDOW_MS = 1000

/** At most so many calls at once, and so many begun within any second: no panel counts them more strictly. */
export function makePacer(first: Pace): Pacer {
  let pace = first
  let underWay = 0
  let begun: number[] = []
  const listeners = new Set<() => void>()

  const forget = () => {
    const since = performance.now() - WINDOW_MS
    begun = begun.filter((at) => at > since)
  }
  const room = () => {
    forget()
    return Math.max(0, Math.min(pace.callsAtOnce - underWay, pace.callsPerSecond - begun.length))
  }

  return {
    setPace(next) {
      pace = next
    },
    room,
    waitMs() {
      forget()
      const blocking = begun.at(-pace.callsPerSecond)
      return blocking === undefined ? 0 : Math.max(0, blocking + WINDOW_MS - performance.now())
    },
    take() {
      if (room() === 0) return undefined
      underWay += 1
      begun.push(performance.now())
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        underWay -= 1
        for (const listener of listeners) listener()
      }
    },
    onFree(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
