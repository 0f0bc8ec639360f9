/** What a provider bears, as staff set it. */
export type Pace = { callsAtOnce: number; callsPerSecond: number }

/** What the places are for: orders that are sent, and what is asked about them. */
export type Purpose = 'send' | 'ask'

export type Place = {
  /** The call begins now. Until then the place counts as one that begins at any moment. */
  begin(): void
  /** The call is over, or never came to be. */
  giveBack(): void
}

export type Pacer = {
  setPace(pace: Pace): void
  /** How many calls may begin now. */
  room(purpose: Purpose): number
  /** The place of one call; undefined where there is no room. */
  take(purpose: Purpose): Place | undefined
  /** Whether there is more to call for than there was room for: then `onRoom` tells, and the other has to leave a place. */
  want(purpose: Purpose, isWanting: boolean): void
  /** Told when there is room for what wants it. Answers what ends the telling. */
  onRoom(purpose: Purpose, listener: () => void): () => void
}

const WINDOW_MS = 1000
const others = { send: 'ask', ask: 'send' } as const

/**
 * At most so many calls at once, and so many begun within any second: no panel counts them more strictly. Where both
 * purposes want more than there is, neither waits for the end of the other: each second place is the other's.
 */
export function makePacer(first: Pace): Pacer {
  let pace = first
  /** Taken, begun or not. */
  let taken = 0
  let toBegin = 0
  let begun: number[] = []
  let lastTaker: Purpose = 'ask'
  let alarm: NodeJS.Timeout | undefined
  const wanting = new Set<Purpose>()
  const listeners = { send: new Set<() => void>(), ask: new Set<() => void>() }

  const room = (purpose: Purpose) => {
    const since = performance.now() - WINDOW_MS
    begun = begun.filter((at) => at > since)
    const left = Math.min(pace.callsAtOnce - taken, pace.callsPerSecond - toBegin - begun.length)
    const isOthers = lastTaker === purpose && wanting.has(others[purpose])
    return Math.max(0, isOthers ? left - 1 : left)
  }

  /** Places that are given back tell by themselves; the passing of the second needs a clock. */
  const tell = () => {
    clearTimeout(alarm)
    for (const purpose of wanting)
      if (room(purpose) > 0) for (const listener of listeners[purpose]) listener()
    if (wanting.size === 0 || taken >= pace.callsAtOnce) return
    const [oldest] = begun
    const waitMs = oldest === undefined ? 0 : oldest + WINDOW_MS - performance.now()
    if (waitMs > 0) alarm = setTimeout(tell, Math.ceil(waitMs)).unref()
  }

  return {
    setPace(next) {
      pace = next
    },
    room,
    take(purpose) {
      if (room(purpose) === 0) return undefined
      taken += 1
      toBegin += 1
      lastTaker = purpose
      let stage: 'taken' | 'begun' | 'over' = 'taken'
      return {
        begin() {
          if (stage !== 'taken') return
          stage = 'begun'
          toBegin -= 1
          begun.push(performance.now())
          tell()
        },
        giveBack() {
          if (stage === 'over') return
          if (stage === 'taken') toBegin -= 1
          stage = 'over'
          taken -= 1
          tell()
        },
      }
    },
    want(purpose, isWanting) {
      if (isWanting) wanting.add(purpose)
      else wanting.delete(purpose)
      tell()
    },
    onRoom(purpose, listener) {
      listeners[purpose].add(listener)
      return () => void listeners[purpose].delete(listener)
    },
  }
}
