import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import { makeLeaseKeeper } from '#server/modules/providers/leases/make-lease-keeper.ts'
import { syncWhenDue } from '#server/modules/catalogue/provider-sync/sync-when-due.ts'

import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { deleteExpiredExchanges } from '#server/modules/orders/dispatch/store-exchange.ts'
import { giveUpFirstCharges } from '#server/modules/orders/dispatch/hold-back.ts'
import { landStoredOutcomes } from '#server/modules/orders/dispatch/store-outcome.ts'
import { makeRerouter } from '#server/modules/orders/dispatch/make-rerouter.ts'
import { requeueLostOrders } from '#server/modules/orders/dispatch/requeue-lost-orders.ts'
import { deleteOldKeys } from '#server/modules/orders/placing/delete-old-keys.ts'
import { expireLeases, resolveUnknown } from '#server/modules/orders/dispatch/resolve-unknown.ts'
import { sendUnderLease } from '#server/modules/orders/dispatch/dispatch-jobs.ts'
import { pollProvider } from '#server/modules/orders/polling/polling-jobs.ts'
import { readCharges } from '#server/modules/orders/polling/read-charges.ts'
import { sweepPolls } from '#server/modules/orders/polling/sweep-polls.ts'

type Job = Pick<Loop, 'stop'>

/** Starts sending, polling and clean-up of orders. Loop names are labels of metrics. */
export function ordersJobs(ctx: Context): Job[] {
  const dispatcher = makeDispatcher(ctx)
  const rerouter = makeRerouter(ctx)
  const leases = makeLeaseKeeper(ctx, (lease) => {
    const syncing = startLoop({
      ctx,
      name: 'catalogue sync',
      everyMs: 10_000,
      work: (signal) => syncWhenDue(ctx, lease, signal),
    })
    const parts = [sendUnderLease(ctx, dispatcher, lease), pollProvider(ctx, lease), syncing]
    return { stop: async () => void (await Promise.all(parts.map((work) => work.stop()))) }
  })
  const keeping = startLoop({ ctx, name: 'turns', everyMs: 1000, work: () => leases.step() })
  return [
    // Leases are renewed until the work under them has stopped.
    { stop: () => leases.stop().finally(() => keeping.stop()) },
    // Waits for running requests: their answers decide about money.
    { stop: () => dispatcher.stop() },
    startLoop({ ctx, name: 'stranded orders', everyMs: 1000, work: rerouter.round }),
    startLoop({ ctx, name: 'forgotten orders', everyMs: 3_600_000, work: () => requeueLostOrders(ctx) }),
    startLoop({ ctx, name: 'kept outcomes', everyMs: 60_000, work: () => landStoredOutcomes(ctx) }),
    startLoop({ ctx, name: 'leases', everyMs: 1000, work: () => expireLeases(ctx) }),
    startLoop({ ctx, name: 'unknown outcomes', everyMs: 1000, work: () => resolveUnknown(ctx) }),
    startLoop({
      ctx,
      name: 'checks sweep',
      everyMs: 3_600_000,
      work: async () => {
        await sweepPolls(ctx)
        return false
      },
    }),
    startLoop({ ctx, name: 'charges', everyMs: 5_000, wakeOn: ['charge'], work: () => readCharges(ctx) }),
    startLoop({ ctx, name: 'first charges', everyMs: 10_000, work: () => giveUpFirstCharges(ctx) }),
    startLoop({ ctx, name: 'order keys', everyMs: 3_600_000, work: () => deleteOldKeys(ctx) }),
    startLoop({ ctx, name: 'exchanges', everyMs: 3_600_000, work: () => deleteExpiredExchanges(ctx) }),
  ]
}
