import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import { pollDeposits } from '#server/modules/payments/deposits/poll-deposits.ts'
import { forgetAccounts } from '#server/modules/payments/gateways/store-account.ts'
import { forgetKeys } from '#server/modules/payments/deposits/opening-queries.ts'
import { deleteOldGatewayEvents } from '#server/modules/payments/gateways/event-queries.ts'
import { workGatewayEvents } from '#server/modules/payments/gateways/work-gateway-events.ts'

const DAY_MS = 86_400_000
/** A statement's worth: short enough that no payment waits for it. */
const ROWS_PER_STATEMENT = 2_000

/** Any number of processes may run these: rows are claimed, and a claim runs out. */
export function paymentsJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'gateway events',
      everyMs: 1_000,
      wakeOn: ['deposit'],
      work: (signal) => workGatewayEvents(ctx, signal),
    }),
    startLoop({
      ctx,
      name: 'deposit polling',
      everyMs: 1_000,
      work: (signal) => pollDeposits(ctx, signal),
    }),
    startLoop({ ctx, name: 'payments cleaning', everyMs: 3_600_000, work: () => cleanPayments(ctx) }),
  ]
}

/**
 * Keys are remembered for 30 days (api.md), what gateways told for as long as the operator says. Answers true when there
 * may be more to clean.
 */
export async function cleanPayments(ctx: Context): Promise<boolean> {
  const { db, clock, settings } = ctx
  const { webhooks_days: webhooksDays } = (await settings.read()).retention
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS)
  const count = ROWS_PER_STATEMENT
  const forgotten = await forgetKeys(db, { before: daysAgo(limits.idempotencyDays), count })
  const deleted = await deleteOldGatewayEvents(db, { before: daysAgo(webhooksDays), count })
  await forgetAccounts(ctx)
  return forgotten === count || deleted === count
}
