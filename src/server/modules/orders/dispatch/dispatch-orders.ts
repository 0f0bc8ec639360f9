import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '#server/context.ts'
import { pacerOf } from '#server/modules/providers/pacing/make-pacer.ts'
import { recordSending } from '#server/modules/providers/breakers/sending-breaker.ts'

import { type Attempt, makeClaimer } from './claim-orders.ts'
import { listSendingProviders } from './dispatch-queries.ts'
import { recordActiveLink } from './gather-evidence.ts'
import { landUntilWritten } from './store-outcome.ts'
import { makeRerouter } from './make-rerouter.ts'
import { recordUnclearRefusal } from './record-unclear-refusal.ts'
import { notSent, sendAttempt, type SendResult } from './send-attempt.ts'
import { makeSender, type Sender } from './send-to-provider.ts'

/** On shutdown, how long sends under way are awaited, and then their outcomes to be stored. */
const GRACE_MS = 10_000
const LANDING_GRACE_MS = 5_000

export type Dispatcher = {
  /** The only sender of a provider in this process. */
  senderOf: (providerId: number) => Sender
  /** Claims what is due at all providers once and starts sending it; resolves before it is sent. */
  pump: () => Promise<void>
  /**
   * Stops claiming and waits `graceMs` for sends under way. What is unanswered by then is cut off: unknown, or not
   * sent when no byte had left. Resolves within `graceMs` + 5 s in any case.
   */
  stop: (options?: { graceMs?: number }) => Promise<void>
}

/** Shorter limits, for tests. */
export type DispatchLimits = {
  timeoutMs?: number
  sendWithinMs?: number
  leaseMs?: number
  silentMsMin?: number
}

/**
 * Sends queued orders, each at most once, with an independent sender per provider. Several dispatchers, in one
 * process or many, are safe.
 */
export function makeDispatcher(ctx: Context, limits: DispatchLimits = {}): Dispatcher {
  const claimer = makeClaimer(ctx, limits)
  const rerouter = makeRerouter(ctx)
  const senders = new Map<number, Sender>()
  const running = new Set<Promise<void>>()
  const claiming = new Set<Promise<boolean>>()
  const stopping = new AbortController()
  const cutOff = new AbortController()

  const begin = (attempt: Attempt, onFirstByte: () => void) => {
    const sent = send(attempt, onFirstByte)
    const written = land(attempt, sent)
      .catch((error: unknown) =>
        ctx.log.error({ err: error, order: attempt.order_id }, 'the outcome of an attempt was not stored'),
      )
      .finally(() => running.delete(written))
    running.add(written)
    return { sent, written }
  }

  const send = async (attempt: Attempt, onFirstByte: () => void): Promise<SendResult> => {
    if (stopping.signal.aborted) return notSent('the process was ending')
    return sendAttempt(ctx, attempt, { ...limits, onFirstByte, signal: cutOff.signal })
  }

  const land = async (attempt: Attempt, sending: Promise<SendResult>): Promise<void> => {
    const sent = await sending
    ctx.metrics.noteAttempt(sent.outcome.kind)
    const { outcome, exchange } = sent
    await landUntilWritten(ctx, { attempt, outcome, exchange, signal: cutOff.signal })
    await recordHealth(ctx, attempt, sent)
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
    const sender: Sender = { ...made, round: (isHeld) => trackClaim(made.round(isHeld)) }
    senders.set(providerId, sender)
    return sender
  }

  const trackClaim = (claim: Promise<boolean>): Promise<boolean> => {
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
    while (running.size > 0) await Promise.all(running)
  }

  return {
    senderOf,
    pump,
    stop: async ({ graceMs = GRACE_MS } = {}) => {
      stopping.abort()
      const ended = end()
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
      cutOff.abort()
      await Promise.race([ended, sleep(LANDING_GRACE_MS, undefined, { ref: false })])
    },
  }
}

/** Records what the send showed about the provider; our own trouble shows nothing. */
async function recordHealth(
  ctx: Context,
  attempt: Attempt,
  { outcome, isOwnDoing, wasSound }: SendResult,
): Promise<void> {
  const { provider_id: providerId, elapsedMs } = attempt
  const { kind } = outcome
  const isAnswer = kind === 'accepted' || kind === 'rejected' || kind === 'refused'
  // Success as before needs no write, and says nothing about failures since.
  if (isOwnDoing || (isAnswer && wasSound && kind !== 'refused')) return
  if (kind === 'accepted') return recordSending(ctx, providerId, { kind })
  if (kind === 'refused') return recordSending(ctx, providerId, { kind, about: outcome.about })
  if (kind === 'rejected') return recordSending(ctx, providerId, { kind: 'answered' })
  // The orders of one customer say nothing about the provider as a whole, so they never count towards a stop.
  if (kind === 'unknown' && outcome.sentence !== undefined)
    return recordUnclearRefusal(ctx, attempt, { sentence: outcome.sentence, error: outcome.error })
  await recordSending(ctx, providerId, {
    kind: kind === 'unknown' ? 'unknown' : 'not_reached',
    fault: outcome.fault,
    begunMs: elapsedMs(),
  })
}
