import type { Context } from '#server/context.ts'

import { probeSending } from '#server/providers/sending-breaker.ts'

import type { Attempt, Claimer } from './claim-orders.ts'
import { findSendingState, type SendingState } from './dispatching-queries.ts'
import { moveUnsold } from './move-stranded.ts'
import type { Sent } from './send-attempt.ts'

/** Sendings under way at once from this process to one provider, and with what is answered but not written yet. */
const SENDING_MAX = 6
const UNDER_WAY_MAX = 50
/** After an answer that every other order would get as well. */
const HELD_MS = 15_000
/** What nobody told of is found by then. */
export const LOOK_EVERY_MS = 1_000

export type Sender = {
  /** Claims what is due and there is room for, and begins it. Answers whether there may be more to claim right now. */
  round: () => Promise<boolean>
  /** Told when a round may find something: a place is free, the next order is due, an order came. */
  onWake: (listener: () => void) => () => void
}

export type SenderOptions = {
  claimer: Claimer
  stopping: AbortSignal
  /** `sent` resolves with what became of it, which is `written` later. Neither rejects. */
  begin: (attempt: Attempt) => { sent: Promise<Sent>; written: Promise<void> }
}

/** Sends one provider's orders: nobody else's stand before or behind them. */
export function makeSender(
  ctx: Context,
  providerId: number,
  { claimer, stopping, begin }: SenderOptions,
): Sender {
  let sending = 0
  let underWay = 0
  let troubled = 0
  let heldUntil = 0
  let isHeld = false
  let alarm: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()

  const wake = () => {
    for (const listener of listeners) listener()
  }
  const follow = async (attempt: Attempt): Promise<void> => {
    const { sent, written } = begin(attempt)
    sending += 1
    underWay += 1
    const { outcome, isForAll } = await sent
    hold(isForAll)
    const isTrouble = outcome.kind === 'unknown' || outcome.kind === 'not_sent'
    if (isTrouble) troubled += 1
    sending -= 1
    wake()
    await written
    if (isTrouble) troubled -= 1
    underWay -= 1
    wake()
  }

  /** Where nothing of what is queued would be taken, the next one is tried later, alone, and not each of them. */
  const hold = (isForAll: boolean) => {
    isHeld = isForAll
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

  const round = async (): Promise<boolean> => {
    await claimer.release()
    if (stopping.aborted || performance.now() < heldUntil) return false
    const state = await findSendingState(ctx.db, providerId)
    if (state === undefined) return false
    if (!state.is_open) return probe(state)
    // What is not written yet makes it careful as well: or each failure of many at once would let another one go.
    const isCareful = state.is_careful || isHeld || troubled > 0
    const room = isCareful ? 1 - underWay : Math.min(SENDING_MAX - sending, UNDER_WAY_MAX - underWay)
    if (room <= 0) return false
    if (state.due_in_ms === null || state.due_in_ms > 0) {
      wakeIn(state.due_in_ms)
      return false
    }
    const attempts = await claimer.claim({ providerId, limit: room })
    for (const attempt of attempts) void follow(attempt)
    if (attempts.length < room) await moveUnsold(ctx, providerId)
    return attempts.length === room && !isCareful
  }

  return {
    round,
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
