import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '#server/context.ts'
import type { Pacer, Place } from '#server/providers/make-pacer.ts'
import { makeQueueFront } from '#server/orders/state/queue-front.ts'
import { probeSending } from '#server/providers/sending-breaker.ts'

import type { Attempt, Claimer } from './claim-orders.ts'
import { findSendingState, type SendingState } from './dispatching-queries.ts'
import { moveUnsold } from './make-rerouter.ts'
import type { Sent } from './send-attempt.ts'

/** Sendings that are under way, and those that are answered and not written yet. */
const UNDER_WAY_MAX = 100
/** After an answer that every other order would get as well. */
const HELD_MS = 15_000
/** What nobody told of is found by then. */
export const LOOK_EVERY_MS = 1_000

export type Sender = {
  /**
   * Claims what is due and the pace has room for, and begins it, unless the turn is over by then. Answers whether there
   * may be more to claim right now.
   */
  round: (isHeld?: () => boolean) => Promise<boolean>
  /** Wants no place any more, and waits for what is under way, for `graceMs`. */
  rest: (graceMs: number) => Promise<void>
  /** Told when a round may find something: a place is free, the next order is due, an order came. */
  onWake: (listener: () => void) => () => void
}

export type SenderOptions = {
  claimer: Claimer
  stopping: AbortSignal
  /** The measure of how fast the provider may be called, with what is asked there. */
  pacer: Pacer
  /** `sent` resolves with what became of it, which is `written` later. Neither rejects. */
  begin: (attempt: Attempt) => { sent: Promise<Sent>; written: Promise<void> }
}

/** Sends one provider's orders: nobody else's stand before or behind them. */
export function makeSender(
  ctx: Context,
  providerId: number,
  { claimer, stopping, pacer, begin }: SenderOptions,
): Sender {
  const front = makeQueueFront()
  const underWay = new Set<Promise<void>>()
  let troubled = 0
  let heldUntil = 0
  let isHeldBack = false
  /** The last claim took as much as there was room for. */
  let hasMore = false
  /** A round found no room but for what is not written yet. */
  let awaitsWriting = false
  let alarm: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()

  const wake = () => {
    for (const listener of listeners) listener()
  }
  pacer.onRoom('send', wake)

  const follow = async (attempt: Attempt, place: Place): Promise<void> => {
    place.begin()
    const { sent, written } = begin(attempt)
    const { outcome, isForAll } = await sent
    hold(isForAll)
    // A refusal in words that nobody knows is an answer.
    const isLost = outcome.kind === 'unknown' && outcome.said === undefined
    const isTrouble = isLost || outcome.kind === 'not_sent'
    if (isTrouble) troubled += 1
    place.giveBack()
    await written
    if (isTrouble) troubled -= 1
  }
  const start = (attempt: Attempt, place: Place) => {
    const done = follow(attempt, place).finally(() => {
      underWay.delete(done)
      if (awaitsWriting) wake()
    })
    underWay.add(done)
  }

  /** Where nothing of what is queued would be taken, the next one is tried later, alone, and not each of them. */
  const hold = (isForAll: boolean) => {
    isHeldBack = isForAll
    if (isForAll) heldUntil = performance.now() + HELD_MS
  }

  const probe = async ({ probe_in_ms: inMs }: SendingState): Promise<boolean> => {
    if (inMs === null || inMs > 0) {
      wakeIn(inMs)
      return false
    }
    await probeSending(ctx, providerId)
    return true
  }

  const wakeIn = (ms: number | null) => {
    clearTimeout(alarm)
    if (ms !== null && ms < LOOK_EVERY_MS) alarm = setTimeout(wake, Math.max(ms, 1))
  }

  /** Places for what may be claimed now. */
  const takePlaces = (isCareful: boolean): Place[] => {
    const room = isCareful ? 1 - underWay.size : UNDER_WAY_MAX - underWay.size
    awaitsWriting = room <= 0
    const places: Place[] = []
    while (places.length < room) {
      const place = pacer.take('send')
      if (place === undefined) break
      places.push(place)
    }
    return places
  }

  const claim = async (places: Place[]): Promise<number> => {
    try {
      const attempts = await claimer.claim({ providerId, after: front.from(), limit: places.length })
      for (const attempt of attempts) {
        const place = places.shift()
        if (place !== undefined) start(attempt, place)
      }
      return attempts.length
    } finally {
      for (const place of places) place.giveBack()
    }
  }

  const claimWhatIsDue = async (isHeld: () => boolean): Promise<'more' | 'no_room' | 'no_more'> => {
    await claimer.release()
    if (stopping.aborted || performance.now() < heldUntil) return 'no_more'
    if (hasMore && pacer.room('send') === 0) return 'no_room'
    const state = await findSendingState(ctx.db, { providerId, after: front.from() })
    if (state === undefined) return 'no_more'
    front.see({ now: state.now, oldest: state.due_at ?? undefined })
    if (!state.is_open) return (await probe(state)) ? 'more' : 'no_more'
    hasMore = state.due_in_ms !== null && state.due_in_ms <= 0
    if (!hasMore) wakeIn(state.due_in_ms)
    if (!hasMore || !isHeld()) return 'no_more'
    pacer.setPace({ callsAtOnce: state.calls_at_once, callsPerSecond: state.calls_per_second })
    // What is not written yet makes it careful as well: or each failure of many at once would let another one go.
    const isCareful = state.is_careful || isHeldBack || troubled > 0
    const places = takePlaces(isCareful)
    const asked = places.length
    if (asked === 0) return awaitsWriting ? 'no_more' : 'no_room'
    const claimed = await claim(places)
    hasMore = claimed === asked
    if (!hasMore) await moveUnsold(ctx, { providerId, after: front.from() })
    return hasMore && !isCareful ? 'more' : 'no_more'
  }

  const round: Sender['round'] = async (isHeld = () => true) => {
    let found: 'more' | 'no_room' | 'no_more' = 'no_more'
    try {
      found = await claimWhatIsDue(isHeld)
    } finally {
      pacer.want('send', found === 'no_room' && !stopping.aborted)
    }
    return found === 'more'
  }

  return {
    round,
    rest: async (graceMs) => {
      pacer.want('send', false)
      await Promise.race([Promise.all(underWay), sleep(graceMs, undefined, { ref: false })])
    },
    onWake: (listener) => {
      listeners.add(listener)
      const off = ctx.news.on('dispatch', (item) => {
        if (item.providerId === null || item.providerId === providerId) listener()
      })
      return () => {
        off()
        listeners.delete(listener)
        clearTimeout(alarm)
      }
    },
  }
}
