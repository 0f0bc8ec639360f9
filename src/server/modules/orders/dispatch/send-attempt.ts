import { AppError } from '#contract/base/errors.ts'
import type { Fault } from '#contract/base/faults.ts'
import { english } from '#contract/words/en.ts'
import { sayError } from '#contract/words/say.ts'
import type { Context } from '#server/context.ts'
import { describeFault } from '#server/lib/http/outbound/to-fault.ts'
import { type AddExchange, addPanelOrder } from '#server/integrations/panels/add-panel-order.ts'
import type { AddOutcome } from '#server/integrations/panels/read-add.ts'
import { toSentence } from '#server/integrations/panels/to-sentence.ts'
import { isTaught } from '#server/modules/orders/sentences/sentences-queries.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

import type { Attempt } from './claim-orders.ts'
import { isStillSending } from './dispatch-queries.ts'
import { toAddFields } from './to-add-fields.ts'

/** The first byte must leave within this time of the claim. With the 60 s of an `add` it ends before the lease. */
const SEND_WITHIN_MS = 20_000
const cutShort: Fault = { code: 'sending_cut_short', details: {} }

/**
 * `isOwnDoing`: the provider had no part in the outcome. `isForAll`: any other order would end the same way (key,
 * address or call rate refused, account unusable). `wasSound`: sending there had no trouble when it started.
 */
export type SendResult = {
  outcome: AddOutcome
  isOwnDoing: boolean
  isForAll: boolean
  wasSound: boolean
  /** Request and response, when something was sent. */
  exchange?: AddExchange | undefined
}

/**
 * One HTTP request, outside of any tx. A process may be suspended for longer than its lease while others decide. So
 * the attempt is looked up before a connection is opened (a database restored from an older backup does not know
 * it), and the lease is checked again on the connected socket, right before writing.
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
    if (!isOurs) return notSent('it was decided otherwise before it was sent')
    // It was claimed just before the provider was disabled or stopped, or its costs came into doubt.
    if (!opened.isEnabled || opened.isSendingStopped || !opened.hasTrustedCosts)
      return notSent('its provider takes no orders now')
    account = opened
  } catch (error) {
    const reason = error instanceof AppError ? sayError(english, error) : 'the account can not be opened'
    return { ...notSent(reason), isForAll: true }
  }
  let isLate = false
  let exchange: AddExchange | undefined
  const refuseStart = () => {
    isLate = attempt.elapsedMs() > sendWithinMs
    if (!isLate) onFirstByte?.()
    return isLate ? 'its time for being sent was over' : undefined
  }
  try {
    const onExchange = (made: AddExchange) => (exchange = made)
    const limits = { signal, timeoutMs, refuseStart, onExchange }
    const outcome = await applyTaught(
      ctx,
      attempt,
      await addPanelOrder(account, toAddFields(attempt), limits),
    )
    const isOwnDoing = isLate || (signal.aborted && outcome.kind !== 'accepted')
    const isForAll = outcome.kind === 'refused' && ['key', 'address', 'rate'].includes(outcome.about)
    return { outcome, isOwnDoing, isForAll, wasSound: account.isSendingSound, exchange }
  } catch (error) {
    // Not expected; if it happens, the outcome is unknown.
    ctx.log.error({ err: error, order: attempt.order_id }, 'sending an order threw an error')
    return {
      outcome: { kind: 'unknown', fault: cutShort, error: describeFault(cutShort) },
      isOwnDoing: true,
      isForAll: false,
      wasSound: false,
    }
  }
}

/** A refusal in unknown words counts as rejected when staff taught it for this provider. */
async function applyTaught(ctx: Context, attempt: Attempt, outcome: AddOutcome): Promise<AddOutcome> {
  if (outcome.kind !== 'unknown' || outcome.fault.code !== 'said') return outcome
  const sentence = toSentence(outcome.error, attempt)
  const taught = await isTaught(ctx.db, { providerId: attempt.provider_id, sentence }).catch(() => false)
  return taught ? { kind: 'rejected', error: outcome.error } : { ...outcome, sentence }
}

/** Not sent, and not because of the provider. */
export function notSent(error: string): SendResult {
  const fault: Fault = { code: 'stopped', details: {} }
  return { outcome: { kind: 'not_sent', fault, error }, isOwnDoing: true, isForAll: false, wasSound: false }
}
