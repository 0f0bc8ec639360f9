import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '#server/context.ts'
import type { AddOutcome } from '#server/integrations/panel-api/read-add.ts'
import { noteProviderFailure, noteProviderSuccess } from '#server/providers/provider-health.ts'

import { type Attempt, makeClaimer } from './claim-orders.ts'
import { noteActiveLink } from './gather-evidence.ts'
import { landUntilWritten } from './keep-outcome.ts'
import { heldBack, sendAttempt, type Sent } from './send-attempt.ts'

/** Sendings under way at once from this process, in total and to one provider. */
const SENDING_MAX = 24
const SENDING_PER_PROVIDER = 6
/** With what was answered and is not written yet. */
const UNDER_WAY_MAX = 200
/** Sendings under way get this long when the process is to end, and what became of them this long to be written. */
const GRACE_MS = 10_000
const LANDING_GRACE_MS = 5_000

export type Dispatcher = {
  /** Claims what is due and there is room for, and begins to send it; answers before it is sent. */
  pump: () => Promise<void>
  /**
   * Claims nothing more and waits for what is being sent, for `graceMs`. What is not answered by then is cut off: it
   * is unknown, or not sent if no byte of it had left. Resolves within `graceMs` + 5 s whatever happens.
   */
  stop: (options?: { graceMs?: number }) => Promise<void>
}

/** For tests, which can not wait as long. */
export type DispatchLimits = { timeoutMs?: number; sendWithinMs?: number; leaseMs?: number }

/** Sends queued orders to their providers, each at most once. Several of these, in one process or many, are safe. */
export function makeDispatcher(ctx: Context, limits: DispatchLimits = {}): Dispatcher {
  const claimer = makeClaimer(ctx, limits)
  const inFlight = new Map<number, number>()
  const underWay = new Set<Promise<void>>()
  let sending = 0
  let claiming: Promise<void> | undefined
  let isAskedAgain = false
  let isLeftBehind = false
  const stopping = new AbortController()
  const cutting = new AbortController()

  const begin = (attempt: Attempt) => {
    const done = work(attempt)
      .catch((error: unknown) =>
        ctx.log.error({ err: error, order: attempt.order_id }, 'a sending was not noted'),
      )
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }

  const work = async (attempt: Attempt): Promise<void> => {
    const sent = await send(attempt)
    ctx.metrics.noteAttempt(sent.outcome.kind)
    await landUntilWritten(ctx, { attempt, outcome: sent.outcome, signal: cutting.signal })
    await noteHealth(ctx, attempt, sent)
    if (sent.outcome.kind === 'refused' && sent.outcome.about === 'busy_link')
      await noteActiveLink(ctx, attempt)
  }

  const send = async (attempt: Attempt): Promise<Sent> => {
    if (stopping.signal.aborted) return heldBack('the process was ending')
    const { provider_id: providerId } = attempt
    sending += 1
    inFlight.set(providerId, (inFlight.get(providerId) ?? 0) + 1)
    try {
      return await sendAttempt(ctx, attempt, { ...limits, signal: cutting.signal })
    } finally {
      sending -= 1
      const left = (inFlight.get(providerId) ?? 1) - 1
      if (left > 0) inFlight.set(providerId, left)
      else inFlight.delete(providerId)
      if (isLeftBehind)
        void pump().catch((error: unknown) => ctx.log.error({ err: error }, 'claiming failed'))
    }
  }

  const claimRound = async (): Promise<void> => {
    while (isAskedAgain && !stopping.signal.aborted) {
      isAskedAgain = false
      const room = Math.min(SENDING_MAX - sending, UNDER_WAY_MAX - underWay.size)
      if (room <= 0) {
        isLeftBehind = true
        return
      }
      const attempts = await claimer.claim({ limit: room, perProvider: SENDING_PER_PROVIDER, inFlight })
      for (const attempt of attempts) begin(attempt)
      // Behind a full provider's orders there may be those of another; the next round leaves the full one out.
      const isFull = [...inFlight.values()].some((count) => count >= SENDING_PER_PROVIDER)
      isLeftBehind = isFull || attempts.length === room
      isAskedAgain ||= attempts.length > 0 && isLeftBehind
    }
  }

  const pump = async (): Promise<void> => {
    isAskedAgain = true
    if (claiming !== undefined || stopping.signal.aborted) return
    claiming = claimRound().finally(() => (claiming = undefined))
    await claiming
  }

  const end = async (): Promise<void> => {
    await claiming?.catch(() => undefined)
    await claimer.release().catch(() => undefined)
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    pump,
    stop: async ({ graceMs = GRACE_MS } = {}) => {
      stopping.abort()
      const ended = end()
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
      cutting.abort()
      await Promise.race([ended, sleep(LANDING_GRACE_MS, undefined, { ref: false })])
    },
  }
}

async function noteHealth(
  ctx: Context,
  { provider_id: providerId }: Attempt,
  { outcome, isOwnDoing }: Sent,
): Promise<void> {
  if (isOwnDoing) return
  if (isTrouble(outcome)) await noteProviderFailure(ctx, providerId, outcome.error)
  else await noteProviderSuccess(ctx, providerId)
}

/** What other orders would meet too. Missing funds stop no status from being read, so they pause nobody. */
function isTrouble(outcome: AddOutcome): outcome is Extract<AddOutcome, { error: string }> {
  if (outcome.kind === 'refused') return outcome.about === 'key' || outcome.about === 'rate'
  return outcome.kind === 'not_sent' || outcome.kind === 'unknown'
}
