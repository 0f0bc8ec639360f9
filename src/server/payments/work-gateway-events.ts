import type { Context } from '#server/context.ts'

import { checkDeposit } from './check-deposit.ts'
import { checkSoon } from './check-queries.ts'
import { findDepositByReference } from './deposit-queries.ts'
import {
  claimGatewayEvents,
  endGatewayEvents,
  type GatewayEvent,
  putOffGatewayEvents,
} from './gateway-event-queries.ts'

const COUNT = 100
const LEASE_MS = 60_000
const ATTEMPTS_MAX = 12
const SOON_MS = 3_000

/**
 * Works off what gateways told us: for each deposit that is named, the gateway is asked once, however many
 * copies came. Answers true when there may be more.
 */
export async function workGatewayEvents(ctx: Context): Promise<boolean> {
  const now = ctx.clock()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const events = await claimGatewayEvents(ctx.db, { now, leaseUntil, count: COUNT })
  const byReference = Map.groupBy(events, ({ reference }) => reference)
  for (const [reference, copies] of byReference) await workCopies(ctx, reference, copies)
  return events.length === COUNT
}

async function workCopies(ctx: Context, reference: string, copies: GatewayEvent[]): Promise<void> {
  const ids = copies.map(({ id }) => id)
  const deposit = await findDepositByReference(ctx.db, { reference })
  if (deposit === undefined)
    return endGatewayEvents(ctx.db, { ids, error: 'unknown reference', now: ctx.clock() })
  const checked = await checkDeposit(ctx, deposit)
  const now = ctx.clock()
  if (checked.kind === 'answered') {
    if (checked.status === 'pending')
      await checkSoon(ctx.db, {
        userId: deposit.user_id,
        id: deposit.id,
        at: new Date(now.getTime() + SOON_MS),
      })
    return endGatewayEvents(ctx.db, { ids, error: null, now })
  }
  const attempts = Math.max(...copies.map((copy) => copy.attempts))
  // The polling goes on asking, so that giving up here loses nothing.
  if (attempts >= ATTEMPTS_MAX) return endGatewayEvents(ctx.db, { ids, error: checked.reason, now })
  const pause = Math.min(300_000, 1_000 * 2 ** attempts)
  return putOffGatewayEvents(ctx.db, { ids, error: checked.reason, workAt: new Date(now.getTime() + pause) })
}
