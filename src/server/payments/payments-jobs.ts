import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/jobs/loop.ts'
import { pollDeposits } from '#server/payments/following/poll-deposits.ts'
import { deleteOldGatewayEvents } from '#server/payments/gateways/gateway-queries.ts'
import { forgetKeys } from '#server/payments/opening/opening-queries.ts'
import { workGatewayEvents } from '#server/payments/webhooks/work-gateway-events.ts'

const DAY_MS = 86_400_000
/** Long enough to look into a complaint. */
const EVENTS_KEPT_DAYS = 90

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
    startLoop({ ctx, name: 'payments cleaning', everyMs: 3_600_000, work: () => clean(ctx) }),
  ]
}

async function clean(ctx: Context): Promise<false> {
  const now = ctx.clock().getTime()
  await forgetKeys(ctx.db, new Date(now - limits.idempotencyDays * DAY_MS))
  await deleteOldGatewayEvents(ctx.db, new Date(now - EVENTS_KEPT_DAYS * DAY_MS))
  return false
}
