import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import { makeTurnKeeper } from '#server/modules/providers/leases/make-lease-keeper.ts'
import { syncWhenDue } from '#server/modules/catalogue/provider-sync/sync-when-due.ts'

import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { forgetExchanges } from '#server/modules/orders/dispatch/forget-exchanges.ts'
import { giveUpFirstCharges } from '#server/modules/orders/dispatch/hold-back.ts'
import { landKeptOutcomes } from '#server/modules/orders/dispatch/store-outcome.ts'
import { makeRerouter } from '#server/modules/orders/dispatch/make-rerouter.ts'
import { queueForgotten } from '#server/modules/orders/dispatch/queue-forgotten.ts'
import { forgetKeys } from '#server/modules/orders/placing/forget-keys.ts'
import { expireLeases, resolveUnknown } from '#server/modules/orders/dispatch/resolve-unknown.ts'
import { sendForTurn } from '#server/modules/orders/dispatch/dispatch-jobs.ts'
import { followProvider } from '#server/modules/orders/polling/polling-jobs.ts'
import { readCharges } from '#server/modules/orders/polling/read-charges.ts'
import { sweepChecks } from '#server/modules/orders/polling/sweep-polls.ts'

type Job = Pick<Loop, 'stop'>

/** Sending, its unknown outcomes, what providers say of orders and refills, and the end of old keys. */
export function ordersJobs(ctx: Context): Job[] {
  const dispatcher = makeDispatcher(ctx)
  const rerouter = makeRerouter(ctx)
  const turns = makeTurnKeeper(ctx, (turn) => {
    const syncing = startLoop({
      ctx,
      name: 'catalogue sync',
      everyMs: 10_000,
      work: (signal) => syncWhenDue(ctx, turn, signal),
    })
    const works = [sendForTurn(ctx, dispatcher, turn), followProvider(ctx, turn), syncing]
    return { stop: async () => void (await Promise.all(works.map((work) => work.stop()))) }
  })
  const keeping = startLoop({ ctx, name: 'turns', everyMs: 1000, work: () => turns.step() })
  return [
    // Renewed until the work on each is over.
    { stop: () => turns.stop().finally(() => keeping.stop()) },
    // What is being sent is waited for: its answer is money.
    { stop: () => dispatcher.stop() },
    startLoop({ ctx, name: 'stranded orders', everyMs: 1000, work: rerouter.round }),
    startLoop({ ctx, name: 'forgotten orders', everyMs: 3_600_000, work: () => queueForgotten(ctx) }),
    startLoop({ ctx, name: 'kept outcomes', everyMs: 60_000, work: () => landKeptOutcomes(ctx) }),
    startLoop({ ctx, name: 'leases', everyMs: 1000, work: () => expireLeases(ctx) }),
    startLoop({ ctx, name: 'unknown outcomes', everyMs: 1000, work: () => resolveUnknown(ctx) }),
    startLoop({
      ctx,
      name: 'checks sweep',
      everyMs: 3_600_000,
      work: async () => {
        await sweepChecks(ctx)
        return false
      },
    }),
    startLoop({ ctx, name: 'charges', everyMs: 5_000, wakeOn: ['charge'], work: () => readCharges(ctx) }),
    startLoop({ ctx, name: 'first charges', everyMs: 10_000, work: () => giveUpFirstCharges(ctx) }),
    startLoop({ ctx, name: 'order keys', everyMs: 3_600_000, work: () => forgetKeys(ctx) }),
    startLoop({ ctx, name: 'exchanges', everyMs: 3_600_000, work: () => forgetExchanges(ctx) }),
  ]
}
