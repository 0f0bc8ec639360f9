/** What a provider bears, as staff set it. */
export type Pace = { callsAtOnce: number; callsPerSecond: number }

/** What the places are for: orders that are sent, and what is asked about them. */
export type CallPurpose = 'send' | 'ask'

export type CallSlot = {
  /** The call begins now. Until then the place counts as one that begins at any moment. */
  begin(): void
  /** The call is over, or never came to be. */
  giveBack(): void
}

export type Pacer = {
  setPace(pace: Pace): void
  /** How many calls may begin now. */
  room(purpose: CallPurpose): number
  /** The place of one call; undefined where there is no room. */
  take(purpose: CallPurpose): CallSlot | undefined
  /** Whether there is more to call for than there was room for: then `onRoom` tells, and the other has to leave a place. */
  want(purpose: CallPurpose, isWanting: boolean): void
  /** Told when there is room for what wants it. Answers what ends the telling. */
  onRoom(purpose: CallPurpose, listener: () => void): () => void
}

const WINDOW_MS = 1000
/** So much of a second's calls may begin at once; after that they come evenly, and whoever comes next waits for one. */
const BURST_MS = 250
const others = { send: 'ask', ask: 'send' } as const

/**
 * At most so many calls at once, and so many begun within any second: no panel counts them more strictly. Where both
 * purposes want more than there is, neither waits for the end of the other: each second place is the other's. Nor does
 * one wait for the end of a second that the other has used up: places come one after the other.
 */
export function makePacer(first: Pace): Pacer {
  let pace = first
  /** Taken, begun or not. */
  let taken = 0
  let toBegin = 0
  let begun: number[] = []
  /** When the next would begin if all came evenly. */
  let evenly = -Infinity
  let lastTaker: CallPurpose = 'ask'
  let alarm: NodeJS.Timeout | undefined
  const wanting = new Set<CallPurpose>()
  const listeners = { send: new Set<() => void>(), ask: new Set<() => void>() }

  const gapMs = () => WINDOW_MS / pace.callsPerSecond
  const burstMs = () => Math.max(BURST_MS, gapMs())

  const room = (purpose: CallPurpose) => {
    const now = performance.now()
    begun = begun.filter((at) => at > now - WINDOW_MS)
    const inTurn = Math.floor((now + burstMs() - Math.max(now, evenly)) / gapMs()) + 1
    const left = Math.min(pace.callsAtOnce - taken, pace.callsPerSecond - toBegin - begun.length, inTurn)
    const isOthers = lastTaker === purpose && wanting.has(others[purpose])
    return Math.max(0, isOthers ? left - 1 : left)
  }

  /** Places that are given back tell by themselves; the passing of the second needs a clock. */
  const publish = () => {
    clearTimeout(alarm)
    for (const purpose of wanting)
      if (room(purpose) > 0) for (const listener of listeners[purpose]) listener()
    if (wanting.size === 0 || taken >= pace.callsAtOnce) return
    const isFull = begun.length + toBegin >= pace.callsPerSecond
    const windowAt = isFull ? (begun[0] ?? -Infinity) + WINDOW_MS : -Infinity
    const waitMs = Math.max(windowAt, evenly - burstMs()) - performance.now()
    if (waitMs > 0) alarm = setTimeout(publish, Math.ceil(waitMs)).unref()
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
      evenly = Math.max(evenly, performance.now()) + gapMs()
      lastTaker = purpose
      let stage: 'taken' | 'begun' | 'over' = 'taken'
      return {
        begin() {
          if (stage !== 'taken') return
          stage = 'begun'
          toBegin -= 1
          begun.push(performance.now())
          publish()
        },
        giveBack() {
          if (stage === 'over') return
          if (stage === 'taken') {
            toBegin -= 1
            evenly -= gapMs()
          }
          stage = 'over'
          taken -= 1
          publish()
        },
      }
    },
    want(purpose, isWanting) {
      if (isWanting) wanting.add(purpose)
      else wanting.delete(purpose)
      publish()
    },
    onRoom(purpose, listener) {
      listeners[purpose].add(listener)
      return () => void listeners[purpose].delete(listener)
    },
  }
}
