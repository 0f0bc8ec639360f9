import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'

import { makeDayCounter } from '#server/modules/reports/counting/count-days.ts'
import { makeDeliveryCounter } from '#server/modules/reports/delivery/count-deliveries.ts'

/** Any number of processes may run these: one at a time counts. */
export function reportsJobs(ctx: Context): Loop[] {
  return [
    startLoop({ ctx, name: 'daily figures', everyMs: 5_000, work: makeDayCounter(ctx) }),
    startLoop({ ctx, name: 'delivery times', everyMs: 60_000, work: makeDeliveryCounter(ctx) }),
  ]
}

export const reportsRetention: readonly RetentionPolicy[] = [
  // Yesterday is compared with today; one day more for a count that is behind.
  { table: 'recent_totals', key: ['since'], since: 'since', keep: '3 days' },
]
