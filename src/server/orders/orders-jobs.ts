import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/jobs/loop.ts'

import { makeDispatcher } from './dispatching/dispatch-orders.ts'
import { landKeptOutcomes } from './dispatching/keep-outcome.ts'
import { forgetKeys } from './placing/forget-keys.ts'
import { expireLeases, resolveUnknown } from './dispatching/resolve-unknown.ts'
import { syncOrders } from './following/sync-orders.ts'
import { syncRefills } from './refills/sync-refills.ts'

/** Sending, its unknown outcomes, what providers say of orders and refills, and the end of old keys. */
export function ordersJobs(ctx: Context): Loop[] {
  const dispatcher = makeDispatcher(ctx)
  const dispatching = startLoop({
    ctx,
    name: 'dispatch',
    everyMs: 1000,
    wakeOn: ['dispatch'],
    work: async () => {
      await dispatcher.pump()
      return false
    },
  })
  return [
    // What is being sent is waited for: its answer is money.
    { stop: async () => void (await Promise.all([dispatching.stop(), dispatcher.stop()])) },
    startLoop({ ctx, name: 'kept outcomes', everyMs: 60_000, work: () => landKeptOutcomes(ctx) }),
    startLoop({ ctx, name: 'leases', everyMs: 1000, work: () => expireLeases(ctx) }),
    startLoop({ ctx, name: 'unknown outcomes', everyMs: 1000, work: () => resolveUnknown(ctx) }),
    startLoop({ ctx, name: 'order status', everyMs: 500, wakeOn: ['check'], work: () => syncOrders(ctx) }),
    startLoop({ ctx, name: 'refill status', everyMs: 1000, work: () => syncRefills(ctx) }),
    startLoop({ ctx, name: 'order keys', everyMs: 3_600_000, work: () => forgetKeys(ctx) }),
  ]
}
