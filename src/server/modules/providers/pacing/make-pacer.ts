import type { Context } from '#server/context.ts'
import { makeRateLimiter } from '#server/lib/limits/rate-limiter.ts'

/** Call limits of a provider, as staff set them. */
export type Pace = { callsAtOnce: number; callsPerSecond: number }

/** Whether a call sends an order or reads (statuses, lists). */
export type CallPurpose = 'send' | 'poll'

export type CallSlot = {
  /** The call starts. Until then the slot counts as a start at any moment. */
  start(): void
  /** The call ended, or never started. */
  release(): void
}

export type Pacer = {
  setPace(pace: Pace): void
  /** How many calls may start now. */
  room(purpose: CallPurpose): number
  /** A slot for one call; undefined when there is none. */
  take(purpose: CallPurpose): CallSlot | undefined
  /**
   * Whether more calls are waiting than there were slots: if so, `onRoom` is called, and the other purpose leaves a slot.
   */
  want(purpose: CallPurpose, isWanting: boolean): void
  /** Called when a slot is free for a purpose that wants one. Returns the unsubscribe function. */
  onRoom(purpose: CallPurpose, listener: () => void): () => void
}

const WINDOW_MS = 1000
/** The share of a second's calls that may start at once; further calls are spread evenly. */
const BURST_MS = 250
const others = { send: 'poll', poll: 'send' } as const

/**
 * Limits concurrent calls and calls started within any second, as strictly as any panel counts them. When both
 * purposes want more slots than there are, they alternate, and neither waits for the other to finish.
 */
export function makePacer(first: Pace): Pacer {
  let { callsAtOnce } = first
  const rate = makeRateLimiter({ max: first.callsPerSecond, windowMs: WINDOW_MS, burstMs: BURST_MS })
  /** Slots taken, started or not. */
  let taken = 0
  let lastPurpose: CallPurpose = 'poll'
  let alarm: NodeJS.Timeout | undefined
  const wanting = new Set<CallPurpose>()
  const listeners = { send: new Set<() => void>(), poll: new Set<() => void>() }

  const room = (purpose: CallPurpose) => {
    const left = Math.min(callsAtOnce - taken, rate.room())
    const isOthersTurn = lastPurpose === purpose && wanting.has(others[purpose])
    return Math.max(0, isOthersTurn ? left - 1 : left)
  }

  /** A released slot calls this; after the second has passed a timer does. */
  const notify = () => {
    clearTimeout(alarm)
    for (const purpose of wanting)
      if (room(purpose) > 0) for (const listener of listeners[purpose]) listener()
    if (wanting.size === 0 || taken >= callsAtOnce) return
    const waitMs = rate.waitMs()
    if (waitMs > 0) alarm = setTimeout(notify, Math.ceil(waitMs)).unref()
  }

  return {
    setPace(next) {
      callsAtOnce = next.callsAtOnce
      rate.setMax(next.callsPerSecond)
    },
    room,
    take(purpose) {
      if (room(purpose) === 0) return undefined
      taken += 1
      lastPurpose = purpose
      const reservation = rate.reserve()
      let isReleased = false
      return {
        start() {
          if (isReleased) return
          reservation.start()
          notify()
        },
        release() {
          if (isReleased) return
          isReleased = true
          reservation.cancel()
          taken -= 1
          notify()
        },
      }
    },
    want(purpose, isWanting) {
      if (isWanting) wanting.add(purpose)
      else wanting.delete(purpose)
      notify()
    },
    onRoom(purpose, listener) {
      listeners[purpose].add(listener)
      return () => void listeners[purpose].delete(listener)
    },
  }
}

const pacers = new WeakMap<Context, Map<number, Pacer>>()
/** Used until the provider's own limits are read. */
const cautiousPace = { callsAtOnce: 1, callsPerSecond: 1 }

/**
 * The provider's pacer in this process. It outlives a lease, so that after regaining a lease it still counts the calls just
 * made.
 */
export function pacerOf(ctx: Context, providerId: number): Pacer {
  const own = pacers.get(ctx) ?? new Map<number, Pacer>()
  pacers.set(ctx, own)
  const pacer = own.get(providerId) ?? makePacer(cautiousPace)
  own.set(providerId, pacer)
  return pacer
}
