import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { AttemptKey } from '#server/modules/orders/state/order-queries.ts'
import { pacerOf } from '#server/modules/providers/pacing/make-pacer.ts'
import { recordSending, toOwnFault } from '#server/modules/providers/breakers/sending-breaker.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Fault } from '#contract/base/faults.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { AddExchange } from '#server/integrations/panels/panel.ts'
import { isTaught } from '#server/modules/orders/sentences/sentences-queries.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

import { type Attempt, makeClaimer } from './claim-orders.ts'
import { recordActiveLink } from './gather-evidence.ts'
import { landUntilWritten } from './land-outcome.ts'
import { makeRerouter } from './make-rerouter.ts'
import { recordUnclearRefusal } from './record-unclear-refusal.ts'
import { makeSender, type Sender, type SendResult } from './send-to-provider.ts'

/** On shutdown, how long running sends are awaited, and then the storing of their outcomes. */
const GRACE_MS = 10_000
const LANDING_GRACE_MS = 5_000

export type Dispatcher = {
  /** The only sender of a provider in this process. */
  senderOf: (providerId: number) => Sender
  /** Claims what is due at all providers once and starts sending it; resolves before the sends finish. */
  pump: () => Promise<void>
  /**
   * Stops claiming and waits `graceMs` for running sends. Unanswered ones are then cut off: unknown, or not sent if no
   * byte had left. Resolves within `graceMs` + 5 s in any case.
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
    if (stopping.signal.aborted) return notSent('stopped')
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

/** The first byte must leave within this time of the claim. With the 60 s of an `add` it ends before the lease. */
const SEND_WITHIN_MS = 20_000
const cutShort: Fault = { code: 'sending_cut_short', details: {} }
const tooLate: Fault = { code: 'sent_too_late', details: {} }

/**
 * One HTTP request, outside any tx. A process may be suspended for longer than its lease while others take over. So the
 * attempt is looked up before a connection is opened (a database restored from an older backup does not have it), and
 * the lease is checked again on the connected socket, just before writing.
 */
export async function sendAttempt(
  ctx: Context,
  attempt: Attempt,
  {
    signal,
    timeoutMs,
    sendWithinMs = SEND_WITHIN_MS,
    onFirstByte,
  }: {
    signal: AbortSignal
    timeoutMs?: number | undefined
    sendWithinMs?: number | undefined
    /** Called when the first byte is about to leave. */
    onFirstByte?: (() => void) | undefined
  },
): Promise<SendResult> {
  let account
  try {
    const [opened, isOurs] = await Promise.all([
      getProviderAccount(ctx, attempt.provider_id),
      isStillSending(ctx.db, attempt),
    ])
    if (!isOurs) return notSent('decided_meanwhile')
    // Claimed just before the provider was disabled or stopped, or its costs became doubtful.
    if (!opened.isEnabled || opened.isSendingStopped || !opened.hasTrustedCosts)
      return notSent('provider_takes_none')
    account = opened
  } catch (error) {
    const fault = error instanceof AppError ? toOwnFault(error) : undefined
    if (fault === undefined)
      ctx.log.error({ err: error, order: attempt.order_id }, 'an order could not be sent')
    return { ...notSent(fault?.code ?? 'job_failed'), isForAll: true }
  }
  let isLate = false
  let exchange: AddExchange | undefined
  const refuseStart = () => {
    isLate = attempt.elapsedMs() > sendWithinMs
    if (!isLate) onFirstByte?.()
    return isLate ? tooLate : undefined
  }
  try {
    const onExchange = (made: AddExchange) => (exchange = made)
    const isTaughtHere = (sentence: string) =>
      isTaught(ctx.db, { providerId: account.id, sentence }).catch(() => false)
    const limits = { signal, timeoutMs, refuseStart, onExchange, isTaught: isTaughtHere }
    const outcome = await panel.add(account, attempt, limits)
    const isOwnDoing = isLate || (signal.aborted && outcome.kind !== 'accepted')
    const isForAll = outcome.kind === 'refused' && ['key', 'address', 'rate'].includes(outcome.about)
    return { outcome, isOwnDoing, isForAll, wasSound: account.isSendingSound, exchange }
  } catch (error) {
    // Not expected; if it happens, the outcome is unknown.
    ctx.log.error({ err: error, order: attempt.order_id }, 'sending an order threw an error')
    return {
      outcome: { kind: 'unknown', fault: cutShort },
      isOwnDoing: true,
      isForAll: false,
      wasSound: false,
    }
  }
}

/** Not sent, and not because of the provider. */
function notSent(code: NotSent): SendResult {
  const outcome = { kind: 'not_sent', fault: { code, details: {} } } as const
  return { outcome, isOwnDoing: true, isForAll: false, wasSound: false }
}

type NotSent =
  | 'stopped'
  | 'decided_meanwhile'
  | 'provider_takes_none'
  | 'job_failed'
  | NonNullable<ReturnType<typeof toOwnFault>>['code']

/** Records what the send showed about the provider; our own failures show nothing. */
async function recordHealth(
  ctx: Context,
  attempt: Attempt,
  { outcome, isOwnDoing, wasSound }: SendResult,
): Promise<void> {
  const { provider_id: providerId, elapsedMs } = attempt
  const { kind } = outcome
  const isAnswer = kind === 'accepted' || kind === 'rejected' || kind === 'refused'
  // A success after a success needs no write, and says nothing about failures since.
  if (isOwnDoing || (isAnswer && wasSound && kind !== 'refused')) return
  if (kind === 'accepted') return recordSending(ctx, providerId, { kind })
  if (kind === 'refused') return recordSending(ctx, providerId, { kind, about: outcome.about })
  if (kind === 'rejected') return recordSending(ctx, providerId, { kind: 'answered' })
  // The orders of one customer say nothing about the provider as a whole, so they never count towards a stop.
  if (kind === 'unknown' && outcome.sentence !== undefined)
    return recordUnclearRefusal(ctx, attempt, { sentence: outcome.sentence, fault: outcome.fault })
  await recordSending(ctx, providerId, {
    kind: kind === 'unknown' ? 'unknown' : 'not_reached',
    fault: outcome.fault,
    begunMs: elapsedMs(),
  })
}

/** Whether the attempt still belongs to its token and is undecided. */
async function isStillSending(
  db: Kysely<DB>,
  { user_id, order_id, number, token }: AttemptKey,
): Promise<boolean> {
  const { rows } = await sql`
select from dispatch_queue entry
join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
join order_attempts tried
  on tried.user_id = entry.user_id and tried.order_id = entry.order_id and tried.number = entry.tries
where entry.user_id = ${user_id} and entry.order_id = ${order_id} and entry.token = ${token} and entry.tries = ${number}
  and orders.dispatch = 'queued' and tried.token = entry.token and tried.state = 'sending'`.execute(db)
  return rows.length > 0
}

/** The enabled providers. */
async function listSendingProviders(db: Kysely<DB>): Promise<number[]> {
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('is_enabled', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
