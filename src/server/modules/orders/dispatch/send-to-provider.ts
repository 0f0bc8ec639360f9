import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import type { Pacer, CallSlot } from '#server/modules/providers/pacing/make-pacer.ts'
import { makeQueueFront } from '#server/modules/orders/state/queue-front.ts'
import {
  recordSending,
  probeSending,
  type SendingReport,
} from '#server/modules/providers/breakers/sending-breaker.ts'

import type { Attempt, Claimer } from './claim-orders.ts'
import { findSendingState, type SendingState } from './dispatch-queries.ts'
import { holdBack } from './hold-back.ts'
import { moveUnsold } from './make-rerouter.ts'
import { makeSendWindow } from './make-send-window.ts'
import type { SendResult } from './send-attempt.ts'

/** Sendings that are under way, and those that are answered and not written yet. */
const UNDER_WAY_MAX = 100
/** Silent calls that have given their places back, for each call at once: at 1 % hangs of 60 s each place has two. */
const SILENT_PER_CALL = 2
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
  /**
   * `sent` resolves with what became of it, which is `written` later. Neither rejects. `onLeaving` is called when its first
   * byte is about to leave.
   */
  begin: (attempt: Attempt, onLeaving: () => void) => { sent: Promise<SendResult>; written: Promise<void> }
  /** For tests, which can not wait as long for an answer that does not come. */
  silentMsMin?: number | undefined
}

/** Sends one provider's orders: nobody else's stand before or behind them. */
export function makeSender(
  ctx: Context,
  providerId: number,
  { claimer, stopping, pacer, begin, silentMsMin }: SenderOptions,
): Sender {
  const front = makeQueueFront()
  const underWay = new Set<Promise<void>>()
  const window = makeSendWindow(silentMsMin)
  let callsAtOnce = 1
  /** On their way, and not for longer than usual. */
  let calling = 0
  /** Begun since the last failure, to see whether there is another: not answered, or not written yet. */
  let probing = 0
  /** Not answered for so long that they count as failures already. */
  let silent = 0
  /** Failures that the breaker has not counted yet. */
  let troubled = 0
  let heldUntil = 0
  let isHeldBack = false
  /** The last claim took as much as there was room for. */
  let hasMore = false
  /** A round found no room but for what is on its way or not written yet. */
  let awaitsEnd = false
  let alarm: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()

  const wake = () => {
    for (const listener of listeners) listener()
  }
  const wakeForRoom = () => {
    if (awaitsEnd) wake()
  }
  pacer.onRoom('send', wake)

  const follow = async (attempt: Attempt, place: CallSlot, failures: number): Promise<void> => {
    place.start()
    const begunAt = performance.now()
    const patience = startPatience(attempt, { place, failures })
    const { sent, written } = begin(attempt, patience.onLeaving)
    const { outcome, isForAll, isOwnDoing } = await sent
    const { wasSilent } = patience.end()
    hold(isForAll)
    // A refusal in words that nobody knows is an answer.
    const isLost = outcome.kind === 'unknown' && outcome.sentence === undefined
    const isTrouble = isLost || outcome.kind === 'not_sent'
    if (!isTrouble) window.noteAnswer(performance.now() - begunAt)
    else if (!isOwnDoing && !wasSilent) window.noteTrouble()
    if (isTrouble) troubled += 1
    place.release()
    wakeForRoom()
    await written
    // Counted when it fell silent, which its own outcome knows nothing of.
    if (wasSilent && !isTrouble) await note({ kind: outcome.kind === 'accepted' ? 'accepted' : 'answered' })
    if (isTrouble) troubled -= 1
    patience.done()
  }

  /**
   * A call that hangs costs its own place and nobody else's. After longer than usual it counts as none of those that are
   * on their way; after much longer as lost, so that what follows goes on or stops by that, and its place is given back,
   * for as many as may be called at once.
   */
  const startPatience = (attempt: Attempt, { place, failures }: { place: CallSlot; failures: number }) => {
    const isProbe = failures > 0 || isHeldBack
    let isCalling = true
    let isProbing = isProbe
    let wasSilent = false
    let silence: NodeJS.Timeout | undefined
    calling += 1
    if (isProbe) probing += 1
    const endCalling = () => {
      if (isCalling) calling -= 1
      isCalling = false
    }
    const endProbing = () => {
      if (isProbing) probing -= 1
      isProbing = false
    }
    const fallSilent = async () => {
      wasSilent = true
      endCalling()
      silent += 1
      window.noteTrouble()
      troubled += 1
      const fault: Fault = { code: 'no_answer', details: {} }
      await note({ kind: 'unknown', fault, begunMs: attempt.elapsedMs() })
      troubled -= 1
      endProbing()
      if (silent <= SILENT_PER_CALL * callsAtOnce) place.release()
      wakeForRoom()
    }
    const overdue = setTimeout(() => {
      endCalling()
      wakeForRoom()
    }, window.overdueAfterMs())
    return {
      /** From here on there is something to answer. */
      onLeaving: () => {
        silence ??= setTimeout(() => void fallSilent(), window.silentAfterMs(failures))
      },
      end: () => {
        clearTimeout(overdue)
        clearTimeout(silence)
        endCalling()
        if (wasSilent) silent -= 1
        return { wasSilent }
      },
      done: endProbing,
    }
  }

  const note = (events: SendingReport) =>
    recordSending(ctx, providerId, events).catch((error: unknown) =>
      ctx.log.error(
        { err: error, provider: providerId },
        'what a sending told of its provider was not noted',
      ),
    )

  const start = (attempt: Attempt, place: CallSlot, failures: number) => {
    const done = follow(attempt, place, failures).finally(() => {
      underWay.delete(done)
      wakeForRoom()
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

  /** What may begin now by how the last ones ended; the pace is the pacer's. */
  const room = (failures: number): number => {
    // What is not counted yet is waited for: or each failure of many at once would let another one go.
    if (troubled > 0) return 0
    const left = UNDER_WAY_MAX - underWay.size
    const width = isHeldBack ? 1 : window.width(failures)
    if (isHeldBack || failures > 0) return Math.min(left, width - probing)
    return width < callsAtOnce ? Math.min(left, width - calling) : left
  }

  /** Places for what may be claimed now. */
  const takePlaces = (failures: number): CallSlot[] => {
    const most = room(failures)
    awaitsEnd = most <= 0
    const places: CallSlot[] = []
    while (places.length < most) {
      const place = pacer.take('send')
      if (place === undefined) break
      places.push(place)
    }
    return places
  }

  const claim = async (places: CallSlot[], failures: number): Promise<number> => {
    try {
      const attempts = await claimer.claim({ providerId, after: front.from(), limit: places.length })
      for (const attempt of attempts) {
        const place = places.shift()
        if (place !== undefined) start(attempt, place, failures)
      }
      return attempts.length
    } finally {
      for (const place of places) place.release()
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
    callsAtOnce = state.calls_at_once
    window.setMax(callsAtOnce)
    const places = takePlaces(state.sending_failures)
    const asked = places.length
    if (asked === 0) return awaitsEnd ? 'no_more' : 'no_room'
    const claimed = await claim(places, state.sending_failures)
    hasMore = claimed === asked
    if (!hasMore) {
      const part = { providerId, after: front.from() }
      await moveUnsold(ctx, part)
      // What stood behind them is found by another look.
      if (state.awaits_charges && (await holdBack(ctx, part))) hasMore = true
    }
    return hasMore ? 'more' : 'no_more'
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
      const off = ctx.events.on('dispatch', (item) => {
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
