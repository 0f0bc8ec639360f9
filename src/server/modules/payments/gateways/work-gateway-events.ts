import type { Context } from '#server/context.ts'
import { readInvoice } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'
import { workThrough } from '#server/lib/queue/loop.ts'
import { checkSoon, findDepositByReference } from '#server/modules/payments/deposits/deposit-queries.ts'
import { checkDeposit } from '#server/modules/payments/deposits/check-deposit.ts'
import { findGatewayAccount } from './find-account.ts'
import { isMoneyWord } from '#server/modules/payments/deposits/decide-deposit.ts'

import {
  claimGatewayEvents,
  endGatewayEvents,
  type GatewayEvent,
  putOffGatewayEvents,
  renewGatewayEvents,
} from './event-queries.ts'

const COUNT = 100
const AT_ONCE = 8
/** What a process held that was killed is worked off by another after that: money that came waits no longer. */
const LEASE_MS = 6_000
const RENEWED_EVERY_MS = 2_000
const ATTEMPTS_MAX = 12
const SOON_MS = 3_000
/** What the gateway takes as an order_id. */
const ASKABLE = /^[A-Za-z0-9_-]{1,128}$/

/**
 * Works off what gateways told us: for each deposit that is named, the gateway is asked once, however many
 * copies came. Answers true when there may be more.
 */
export async function workGatewayEvents(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const now = ctx.clock()
  const leaseUntil = leaseFrom(now)
  const events = await claimGatewayEvents(ctx.db, { now, leaseUntil, count: COUNT })
  if (events.length === 0) return false
  const byReference = Map.groupBy(events, ({ reference }) => reference)
  const work = ([reference, copies]: [string, GatewayEvent[]]) => workSafely(ctx, reference, copies)
  const stopRenewing = keepHeld(ctx, events, leaseUntil)
  try {
    await workThrough({ items: byReference, atOnce: AT_ONCE, signal, work })
  } finally {
    await stopRenewing()
  }
  return events.length === COUNT && !signal.aborted
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

/** Should a renewal fail, another may work the same news as well: what comes of them comes once. */
function keepHeld(ctx: Context, events: readonly GatewayEvent[], heldUntil: Date): () => Promise<void> {
  const ids = events.map(({ id }) => id)
  let from = heldUntil
  let renewal = Promise.resolve()
  const renew = async () => {
    const to = leaseFrom(ctx.clock())
    try {
      await renewGatewayEvents(ctx.db, { ids, from, to })
      from = to
    } catch (error) {
      ctx.log.warn({ err: error }, "a gateway's news could not be held")
    }
  }
  const timer = setInterval(() => (renewal = renewal.then(renew)), RENEWED_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await renewal
  }
}

/** One that fails by a bug waits and does not hold up the others. */
async function workSafely(ctx: Context, reference: string, copies: GatewayEvent[]): Promise<void> {
  try {
    await workCopies(ctx, reference, copies)
  } catch (error) {
    ctx.log.error({ err: error, reference }, "a gateway's news could not be worked off")
    await tryLater(ctx, copies, String(error))
  }
}

async function workCopies(ctx: Context, reference: string, copies: GatewayEvent[]): Promise<void> {
  const ids = copies.map(({ id }) => id)
  const deposit = await findDepositByReference(ctx.db, { reference })
  if (deposit === undefined) return workUnknown(ctx, reference, copies)
  const checked = await checkDeposit(ctx, deposit)
  if (checked.kind === 'failed') return tryLater(ctx, copies, checked.reason)
  const now = ctx.clock()
  // A webhook may be ahead of what the gateway answers, also of a payment that is over: a later paid wins.
  if (checked.status !== 'completed')
    await checkSoon(ctx.db, {
      userId: deposit.user_id,
      id: deposit.id,
      at: new Date(now.getTime() + SOON_MS),
    })
  return endGatewayEvents(ctx.db, { ids, error: null, now })
}

/**
 * Signed with our key, yet no deposit of ours: of something that the gateway does not know either nothing comes. Money
 * that it does know of is somebody's and in no book here (a database that was set back): `npm run audit` names it.
 */
async function workUnknown(ctx: Context, reference: string, copies: GatewayEvent[]): Promise<void> {
  const account = await findGatewayAccount(ctx)
  if (account === undefined) return tryLater(ctx, copies, 'there is no gateway account')
  const answer = ASKABLE.test(reference) ? await readInvoice(account, reference) : undefined
  if (answer?.kind === 'failed') return tryLater(ctx, copies, answer.reason)
  const status = answer?.kind === 'invoice' ? answer.invoice.status : 'not_found'
  const error = isMoneyWord(status) ? `${status}, and there is no such deposit here` : null
  ctx.log[error === null ? 'warn' : 'error'](
    { reference, status },
    'news of a payment that is not in the books',
  )
  await endGatewayEvents(ctx.db, { ids: copies.map(({ id }) => id), error, now: ctx.clock() })
}

async function tryLater(ctx: Context, copies: GatewayEvent[], reason: string): Promise<void> {
  const ids = copies.map(({ id }) => id)
  const error = reason.slice(0, 300)
  const now = ctx.clock()
  const attempts = Math.max(...copies.map((copy) => copy.attempts))
  // The polling goes on asking; what the gateway never answered about is named by `npm run audit`.
  if (attempts >= ATTEMPTS_MAX) return endGatewayEvents(ctx.db, { ids, error, now })
  const pause = Math.min(300_000, 1_000 * 2 ** attempts)
  return putOffGatewayEvents(ctx.db, { ids, error, workAt: new Date(now.getTime() + pause) })
}
