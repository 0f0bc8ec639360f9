import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import type { AddExchange, AddOutcome } from '#server/integrations/panels/panel.ts'
import type { Pacer, CallSlot } from '#server/modules/providers/pacing/make-pacer.ts'
import { makeQueueFront } from '#server/modules/orders/state/queue-front.ts'
import {
  recordSending,
  probeSending,
  type SendingReport,
} from '#server/modules/providers/breakers/sending-breaker.ts'

import { type Attempt, type Claimer, findSendingState, type SendingState } from './claim-orders.ts'
import { holdBack } from './hold-back.ts'
import { moveUnsold } from './make-rerouter.ts'
import { makeSendWindow } from './make-send-window.ts'

/** Running sends, including answered ones whose outcome is not stored yet. */
const RUNNING_MAX = 100
/** Silent calls that may release their slot, per concurrent call: at 1 % hangs of 60 s each slot has two. */
const SILENT_PER_CALL = 2
/** Pause after a response that every other order would get too. */
const HELD_MS = 15_000
/** Interval of rounds without a wake-up. */
export const ROUND_EVERY_MS = 1_000

export type Sender = {
  /**
   * Claims what is due and the pace allows, and starts sending it, unless the lease has ended. Returns whether
   * there may be more to claim right now.
   */
  round: (isHeld?: () => boolean) => Promise<boolean>
  /** Requests no more slots and waits `graceMs` for running sends. */
  rest: (graceMs: number) => Promise<void>
  /** Called when a round may find something: a free slot, a due order, a new order. */
  onWake: (listener: () => void) => () => void
}

/**
 * `isOwnDoing`: the provider had no part in the outcome. `isForAll`: any other order would end the same way (key,
 * address or call rate refused, account unusable). `wasSound`: sending had no problems when it started.
 */
export type SendResult = {
  outcome: AddOutcome
  isOwnDoing: boolean
  isForAll: boolean
  wasSound: boolean
  /** Request and response, when something was sent. */
  exchange?: AddExchange | undefined
}

type SenderOptions = {
  claimer: Claimer
  stopping: AbortSignal
  /** Paces all calls to the provider. */
  pacer: Pacer
  /**
   * `sent` resolves with the outcome, `written` once it is stored. Neither rejects. `onFirstByte` is called when
   * the first byte is about to leave.
   */
  begin: (attempt: Attempt, onFirstByte: () => void) => { sent: Promise<SendResult>; written: Promise<void> }
  /** Shorter limit for tests. */
  silentMsMin?: number | undefined
}

/** Sends the orders of one provider, independent of all others. */
export function makeSender(
  ctx: Context,
  providerId: number,
  { claimer, stopping, pacer, begin, silentMsMin }: SenderOptions,
): Sender {
  const front = makeQueueFront()
  const running = new Set<Promise<void>>()
  const window = makeSendWindow(silentMsMin)
  let callsAtOnce = 1
  /** Running calls that are not overdue. */
  let calling = 0
  /** Calls started since the last failure as probes: not answered or not stored yet. */
  let probing = 0
  /** Calls unanswered for so long that they already count as failures. */
  let silent = 0
  /** Failures the breaker has not counted yet. */
  let uncounted = 0
  let heldUntil = 0
  let isHeldBack = false
  /** The last claim used all slots. */
  let hasMore = false
  /** The last round found no room because of running calls or unstored outcomes. */
  let isWaiting = false
  let alarm: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()

  const wake = () => {
    for (const listener of listeners) listener()
  }
  const wakeIfWaiting = () => {
    if (isWaiting) wake()
  }
  pacer.onRoom('send', wake)

  const send = async (attempt: Attempt, slot: CallSlot, failures: number): Promise<void> => {
    slot.start()
    const begunAt = performance.now()
    const watch = watchForSilence(attempt, { slot, failures })
    const { sent, written } = begin(attempt, watch.onFirstByte)
    const { outcome, isForAll, isOwnDoing } = await sent
    const { wasSilent } = watch.end()
    hold(isForAll)
    // A refusal with an unknown text is an answer.
    const isLost = outcome.kind === 'unknown' && outcome.sentence === undefined
    const isTrouble = isLost || outcome.kind === 'not_sent'
    if (!isTrouble) window.noteAnswer(performance.now() - begunAt)
    else if (!isOwnDoing && !wasSilent) window.noteTrouble()
    if (isTrouble) uncounted += 1
    slot.release()
    wakeIfWaiting()
    await written
    // It was counted as a failure when it fell silent, which its outcome does not show.
    if (wasSilent && !isTrouble) await record({ kind: outcome.kind === 'accepted' ? 'accepted' : 'answered' })
    if (isTrouble) uncounted -= 1
    watch.done()
  }

  /**
   * A hanging call costs only its own slot. When it takes longer than usual it no longer counts as running; much later
   * it counts as lost, so that the window and the breaker react, and its slot is released, for as many calls as may run
   * at once.
   */
  const watchForSilence = (attempt: Attempt, { slot, failures }: { slot: CallSlot; failures: number }) => {
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
      uncounted += 1
      const fault: Fault = { code: 'no_answer', details: {} }
      await record({ kind: 'unknown', fault, begunMs: attempt.elapsedMs() })
      uncounted -= 1
      endProbing()
      if (silent <= SILENT_PER_CALL * callsAtOnce) slot.release()
      wakeIfWaiting()
    }
    const overdue = setTimeout(() => {
      endCalling()
      wakeIfWaiting()
    }, window.overdueAfterMs())
    return {
      /** From here on an answer is due. */
      onFirstByte: () => {
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

  const record = (report: SendingReport) =>
    recordSending(ctx, providerId, report).catch((error: unknown) =>
      ctx.log.error(
        { err: error, provider: providerId },
        'the result of a send was not recorded for its provider',
      ),
    )

  const start = (attempt: Attempt, slot: CallSlot, failures: number) => {
    const done = send(attempt, slot, failures).finally(() => {
      running.delete(done)
      wakeIfWaiting()
    })
    running.add(done)
  }

  /** If no queued order would be accepted, the next one is tried later, alone. */
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
    if (ms !== null && ms < ROUND_EVERY_MS) alarm = setTimeout(wake, Math.max(ms, 1))
  }

  /** How many calls may start now by recent outcomes; the pacer limits the pace. */
  const room = (failures: number): number => {
    // Wait for uncounted failures: otherwise each of many concurrent failures would start another order.
    if (uncounted > 0) return 0
    const left = RUNNING_MAX - running.size
    const width = isHeldBack ? 1 : window.width(failures)
    if (isHeldBack || failures > 0) return Math.min(left, width - probing)
    return width < callsAtOnce ? Math.min(left, width - calling) : left
  }

  /** Slots for the orders that may be claimed now. */
  const takeSlots = (failures: number): CallSlot[] => {
    const most = room(failures)
    isWaiting = most <= 0
    const slots: CallSlot[] = []
    while (slots.length < most) {
      const slot = pacer.take('send')
      if (slot === undefined) break
      slots.push(slot)
    }
    return slots
  }

  const claim = async (slots: CallSlot[], failures: number): Promise<number> => {
    try {
      const attempts = await claimer.claim({ providerId, after: front.from(), limit: slots.length })
      for (const attempt of attempts) {
        const slot = slots.shift()
        if (slot !== undefined) start(attempt, slot, failures)
      }
      return attempts.length
    } finally {
      for (const slot of slots) slot.release()
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
    const slots = takeSlots(state.sending_failures)
    const wanted = slots.length
    if (wanted === 0) return isWaiting ? 'no_more' : 'no_room'
    const claimed = await claim(slots, state.sending_failures)
    hasMore = claimed === wanted
    if (!hasMore) {
      const part = { providerId, after: front.from() }
      await moveUnsold(ctx, part)
      // Another round finds the orders behind them.
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
      await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })])
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
