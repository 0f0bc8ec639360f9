import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '#contract/errors.ts'
import { rulesOf, toServiceType } from '#contract/service-types.ts'
import type { Context } from '#server/context.ts'
import { addPanelOrder } from '#server/integrations/panel-api/add-panel-order.ts'
import type { AddOutcome } from '#server/integrations/panel-api/read-add.ts'
import { getProviderAccount } from '#server/providers/provider-account.ts'
import { noteProviderFailure, noteProviderSuccess } from '#server/providers/provider-health.ts'

import { type Attempt, claimOrders } from './claim-orders.ts'
import { landOutcome } from './land-outcome.ts'
import { noteBusyLink } from './note-busy-link.ts'

/** Sendings under way at once from this process, in total and to one provider. */
const SENDING_MAX = 24
const SENDING_PER_PROVIDER = 6
const LANDING_TRIES = 6

export type Dispatcher = {
  /** Claims what is due and there is room for, and begins to send it; answers before it is sent. */
  pump: () => Promise<void>
  /** Claims nothing more, and resolves when nothing is being sent. */
  stop: () => Promise<void>
}

/** Sends queued orders to their providers, each at most once. Several of these, in one process or many, are safe. */
export function makeDispatcher(ctx: Context, options: { timeoutMs?: number } = {}): Dispatcher {
  const inFlight = new Map<number, number>()
  const sending = new Set<Promise<void>>()
  let isPumping = false
  let isAskedAgain = false
  let isLeftBehind = false
  const stopping = new AbortController()

  const begin = (attempt: Attempt) => {
    const { provider_id: providerId } = attempt
    inFlight.set(providerId, (inFlight.get(providerId) ?? 0) + 1)
    const done = sendAttempt(ctx, attempt, options)
      .catch((error: unknown) =>
        ctx.log.error({ err: error, order: attempt.order_id }, 'a sending was not noted'),
      )
      .finally(() => {
        const left = (inFlight.get(providerId) ?? 1) - 1
        if (left > 0) inFlight.set(providerId, left)
        else inFlight.delete(providerId)
        sending.delete(done)
        if (isLeftBehind)
          void pump().catch((error: unknown) => ctx.log.error({ err: error }, 'claiming failed'))
      })
    sending.add(done)
  }

  const pump = async (): Promise<void> => {
    isAskedAgain = true
    if (isPumping || stopping.signal.aborted) return
    isPumping = true
    try {
      while (isAskedAgain && !stopping.signal.aborted) {
        isAskedAgain = false
        const room = SENDING_MAX - sending.size
        if (room <= 0) {
          isLeftBehind = true
          break
        }
        const attempts = await claimOrders(ctx, { limit: room, perProvider: SENDING_PER_PROVIDER, inFlight })
        for (const attempt of attempts) begin(attempt)
        // Behind a full provider's orders there may be those of another; the next round leaves the full one out.
        const isFull = [...inFlight.values()].some((count) => count >= SENDING_PER_PROVIDER)
        isLeftBehind = isFull || attempts.length === room
        isAskedAgain ||= attempts.length > 0 && isLeftBehind
      }
    } finally {
      isPumping = false
    }
  }

  return {
    pump,
    stop: async () => {
      stopping.abort()
      while (sending.size > 0) await Promise.all(sending)
    },
  }
}

/** One try over the network, outside of any tx, and then its outcome in a tx of its own. */
async function sendAttempt(ctx: Context, attempt: Attempt, options: { timeoutMs?: number }): Promise<void> {
  const outcome = await sendOnce(ctx, attempt, options)
  await land(ctx, attempt, outcome)
  if (isTrouble(outcome)) await noteProviderFailure(ctx, attempt.provider_id, outcome.error)
  else await noteProviderSuccess(ctx, attempt.provider_id)
  if (outcome.kind === 'refused' && outcome.about === 'busy_link') await noteBusyLink(ctx, attempt)
}

/** What other orders would meet too. Missing funds stop no status from being read, so they pause nobody. */
function isTrouble(outcome: AddOutcome): outcome is Extract<AddOutcome, { error: string }> {
  if (outcome.kind === 'refused') return outcome.about === 'key' || outcome.about === 'rate'
  return outcome.kind === 'not_sent' || outcome.kind === 'unknown'
}

async function sendOnce(
  ctx: Context,
  attempt: Attempt,
  options: { timeoutMs?: number },
): Promise<AddOutcome> {
  let account
  try {
    account = await getProviderAccount(ctx, attempt.provider_id)
  } catch (error) {
    return {
      kind: 'not_sent',
      error: error instanceof AppError ? error.message : 'The account can not be opened',
    }
  }
  try {
    return await addPanelOrder(account, toAddFields(attempt), options)
  } catch (error) {
    // It promises not to throw; should it ever, nothing is known of what was sent.
    ctx.log.error({ err: error, order: attempt.order_id }, 'a sending threw')
    return { kind: 'unknown', error: 'The sending was cut short' }
  }
}

/** What is known must be written: a database that is away for a moment gets some tries, then the lease decides. */
async function land(ctx: Context, attempt: Attempt, outcome: AddOutcome): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await landOutcome(ctx, attempt, outcome)
    } catch (error) {
      ctx.log.error({ err: error, order: attempt.order_id, outcome }, 'an outcome could not be written')
      if (tried === LANDING_TRIES) throw error
      await sleep(200 * 2 ** tried)
    }
  }
}

function toAddFields(attempt: Attempt): Record<string, string> {
  const { link, quantity } = rulesOf(toServiceType(attempt.service_type) ?? 'Default')
  return {
    service: attempt.provider_service,
    ...(link ? { link: attempt.link } : {}),
    ...(quantity === 'asked' ? { quantity: String(attempt.quantity) } : {}),
    ...attempt.details,
  }
}
