import type { Context } from '#server/context.ts'
import { workThrough } from '#server/lib/queue/loop.ts'
import type { Deposit } from './deposit-queries.ts'

import { checkDeposit } from './check-deposit.ts'
import { claimDueDeposits } from './polling-queries.ts'

const COUNT = 20
const AT_ONCE = 4
const LEASE_MS = 120_000

/** Asks the gateway about the deposits that are due: webhooks may never come. Answers true when there may be more. */
export async function pollDeposits(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const now = ctx.clock()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const due = await claimDueDeposits(ctx.db, { now, leaseUntil, count: COUNT })
  const work = (deposit: Deposit) => pollDeposit(ctx, deposit)
  await workThrough({ items: due, atOnce: AT_ONCE, signal, work })
  return due.length === COUNT && !signal.aborted
}

async function pollDeposit(ctx: Context, deposit: Deposit): Promise<void> {
  const { reference } = deposit
  try {
    const checked = await checkDeposit(ctx, deposit)
    if (checked.kind === 'failed') ctx.log.warn({ reference, reason: checked.reason }, 'a deposit waits')
  } catch (error) {
    // One that fails is due again at its lease's end; the others go on.
    ctx.log.error({ err: error, reference }, 'a deposit could not be checked')
  }
}
