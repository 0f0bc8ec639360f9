import type { Context } from '#server/context.ts'

import type { Attempt, Claimer } from './claim-orders.ts'
import { findSendingState } from './dispatching-queries.ts'
import { moveUnsold } from './move-stranded.ts'

/** Sendings under way at once from this process to one provider, and with what is answered but not written yet. */
const SENDING_MAX = 6
const UNDER_WAY_MAX = 50
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
  /** Resolves once it was sent, with the writing of what became of it still under way. */
  begin: (attempt: Attempt) => { sent: Promise<unknown>; written: Promise<unknown> }
}

/** Sends one provider's orders: nobody else's stand before or behind them. */
export function makeSender(
  ctx: Context,
  providerId: number,
  { claimer, stopping, begin }: SenderOptions,
): Sender {
  let sending = 0
  let underWay = 0
  let alarm: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()

  const wake = () => {
    for (const listener of listeners) listener()
  }
  const follow = (attempt: Attempt) => {
    const { sent, written } = begin(attempt)
    sending += 1
    underWay += 1
    void sent.finally(() => ((sending -= 1), wake()))
    void written.finally(() => ((underWay -= 1), wake()))
  }

  const wakeIn = (ms: number | null) => {
    clearTimeout(alarm)
    if (ms !== null && ms < LOOK_EVERY_MS) alarm = setTimeout(wake, Math.max(ms, 1))
  }

  const round = async (): Promise<boolean> => {
    await claimer.release()
    const room = Math.min(SENDING_MAX - sending, UNDER_WAY_MAX - underWay)
    if (room <= 0 || stopping.aborted) return false
    const state = await findSendingState(ctx.db, providerId)
    if (state === undefined) return false
    if (!state.is_open) {
      wakeIn(state.open_in_ms)
      return false
    }
    if (state.due_in_ms === null || state.due_in_ms > 0) {
      wakeIn(state.due_in_ms)
      return false
    }
    const attempts = await claimer.claim({ providerId, limit: room })
    for (const attempt of attempts) follow(attempt)
    if (attempts.length < room) await moveUnsold(ctx, providerId)
    return attempts.length === room
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
