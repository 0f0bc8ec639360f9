import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '#server/context.ts'
import { pacerOf } from '#server/modules/providers/pacing/make-pacer.ts'
import { recordSending } from '#server/modules/providers/breakers/sending-breaker.ts'

import { type Attempt, makeClaimer } from './claim-orders.ts'
import { listSendingProviders } from './dispatch-queries.ts'
import { recordActiveLink } from './gather-evidence.ts'
import { landUntilWritten } from './store-outcome.ts'
import { makeRerouter } from './make-rerouter.ts'
import { recordUnclearRefusal } from './note-said.ts'
import { notSent, sendAttempt, type SendResult } from './send-attempt.ts'
import { makeSender, type Sender } from './send-to-provider.ts'

/** Sendings under way get this long when the process is to end, and what became of them this long to be written. */
const GRACE_MS = 10_000
const LANDING_GRACE_MS = 5_000

export type Dispatcher = {
  /** The one sender of a provider's orders in this process. */
  senderOf: (providerId: number) => Sender
  /** Claims once what is due anywhere and there is room for, and begins to send it; answers before it is sent. */
  pump: () => Promise<void>
  /**
   * Claims nothing more and waits for what is being sent, for `graceMs`. What is not answered by then is cut off: it
   * is unknown, or not sent if no byte of it had left. Resolves within `graceMs` + 5 s whatever happens.
   */
  stop: (options?: { graceMs?: number }) => Promise<void>
}

/** For tests, which can not wait as long. */
export type DispatchLimits = {
  timeoutMs?: number
  sendWithinMs?: number
  leaseMs?: number
  silentMsMin?: number
}

/**
 * Sends queued orders to their providers, each at most once and each provider's by a loop of its own, so that none
 * holds up another. Several of these, in one process or many, are safe.
 */
export function makeDispatcher(ctx: Context, limits: DispatchLimits = {}): Dispatcher {
  const claimer = makeClaimer(ctx, limits)
  const rerouter = makeRerouter(ctx)
  const senders = new Map<number, Sender>()
  const underWay = new Set<Promise<void>>()
  const claiming = new Set<Promise<boolean>>()
  const stopping = new AbortController()
  const cutting = new AbortController()

  const begin = (attempt: Attempt, onLeaving: () => void) => {
    const sent = send(attempt, onLeaving)
    const written = land(attempt, sent)
      .catch((error: unknown) =>
        ctx.log.error({ err: error, order: attempt.order_id }, 'a sending was not noted'),
      )
      .finally(() => underWay.delete(written))
    underWay.add(written)
    return { sent, written }
  }

  const send = async (attempt: Attempt, onLeaving: () => void): Promise<SendResult> => {
    if (stopping.signal.aborted) return notSent('the process was ending')
    return sendAttempt(ctx, attempt, { ...limits, onLeaving, signal: cutting.signal })
  }

  const land = async (attempt: Attempt, sending: Promise<SendResult>): Promise<void> => {
    const sent = await sending
    ctx.metrics.noteAttempt(sent.outcome.kind)
    const { outcome, exchange } = sent
    await landUntilWritten(ctx, { attempt, outcome, exchange, signal: cutting.signal })
    await noteHealth(ctx, attempt, sent)
    if (sent.outcome.kind === 'refused' && sent.outcome.about === 'link_in_use')
      await recordActiveLink(ctx, attempt)
  }

  const senderOf = (providerId: number): Sender => {
    const known = senders.get(providerId)
    if (known !== undefined) return known
    const pacer = pacerOf(ctx, providerId)
    const { silentMsMin } = limits
    const made = makeSender(ctx, providerId, {
      claimer,
      stopping: stopping.signal,
      pacer,
      begin,
      silentMsMin,
    })
    const sender: Sender = { ...made, round: (isHeld) => tillClaimed(made.round(isHeld)) }
    senders.set(providerId, sender)
    return sender
  }

  const tillClaimed = (claim: Promise<boolean>): Promise<boolean> => {
    const claimed = claim.finally(() => claiming.delete(claimed))
    claiming.add(claimed)
    return claimed
  }

  const pump = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    await rerouter.round(stopping.signal)
    const providerIds = await listSendingProviders(ctx.db)
    await Promise.all(
      providerIds.map(async (providerId) => {
        while (await senderOf(providerId).round());
      }),
    )
  }

  const end = async (): Promise<void> => {
    while (claiming.size > 0) await Promise.allSettled(claiming)
    await claimer.release().catch(() => undefined)
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    senderOf,
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

/** What the sending tells of its provider; our own trouble tells nothing. */
async function noteHealth(
  ctx: Context,
  attempt: Attempt,
  { outcome, isOwnDoing, wasSound }: SendResult,
): Promise<void> {
  const { provider_id: providerId, elapsedMs } = attempt
  const { kind } = outcome
  const isAnswer = kind === 'accepted' || kind === 'rejected' || kind === 'refused'
  // Nothing to write of one that answers as before; and what has gone wrong since, this answer says nothing of.
  if (isOwnDoing || (isAnswer && wasSound && kind !== 'refused')) return
  if (kind === 'accepted') return recordSending(ctx, providerId, { kind })
  if (kind === 'refused') return recordSending(ctx, providerId, { kind, about: outcome.about })
  if (kind === 'rejected') return recordSending(ctx, providerId, { kind: 'answered' })
  // One customer's orders say nothing of everybody's: never towards a stop.
  if (kind === 'unknown' && outcome.sentence !== undefined)
    return recordUnclearRefusal(ctx, attempt, { sentence: outcome.sentence, error: outcome.error })
  await recordSending(ctx, providerId, {
    kind: kind === 'unknown' ? 'unknown' : 'not_reached',
    fault: outcome.fault,
    begunMs: elapsedMs(),
  })
}
