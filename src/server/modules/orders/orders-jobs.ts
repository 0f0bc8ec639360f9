import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'
import {
  makeLeaseKeeper,
  type ProviderLease,
  type LeaseWork,
} from '#server/modules/providers/leases/make-lease-keeper.ts'
import { syncWhenDue } from '#server/modules/catalogue/provider-sync/sync-when-due.ts'
import { makeDispatcher, type Dispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { giveUpFirstCharges } from '#server/modules/orders/dispatch/hold-back.ts'
import { landStoredOutcomes } from '#server/modules/orders/dispatch/land-outcome.ts'
import { makeRerouter } from '#server/modules/orders/dispatch/make-rerouter.ts'
import { requeueLostOrders } from '#server/modules/orders/dispatch/requeue-lost-orders.ts'
import { expireLeases, resolveUnknown } from '#server/modules/orders/dispatch/resolve-unknown.ts'
import { chargeQueue } from '#server/modules/orders/polling/read-charges.ts'
import { sweepPolls } from '#server/modules/orders/polling/sweep-polls.ts'
import { readApiServices } from '#server/modules/orders/reading/read-api-services.ts'
import { ROUND_EVERY_MS } from '#server/modules/orders/dispatch/send-to-provider.ts'
import { makePoller } from '#server/modules/orders/polling/make-poller.ts'

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
  const leasing = startLoop({ ctx, name: 'provider leases', everyMs: 1000, work: () => leases.step() })
  return [
    // Leases are renewed until the work under them has stopped.
    { stop: () => leases.stop().finally(() => leasing.stop()) },
    // Waits for running requests: their answers decide about money.
    { stop: () => dispatcher.stop() },
    startLoop({ ctx, name: 'rerouting', everyMs: 1000, work: rerouter.round }),
    startLoop({ ctx, name: 'lost queue entries', everyMs: 3_600_000, work: () => requeueLostOrders(ctx) }),
    startLoop({ ctx, name: 'saved outcomes', everyMs: 60_000, work: () => landStoredOutcomes(ctx) }),
    startLoop({ ctx, name: 'leases', everyMs: 1000, work: () => expireLeases(ctx) }),
    startLoop({ ctx, name: 'unknown outcomes', everyMs: 1000, work: () => resolveUnknown(ctx) }),
    startLoop({
      ctx,
      name: 'poll sweep',
      everyMs: 3_600_000,
      work: async () => {
        await sweepPolls(ctx)
        return false
      },
    }),
    chargeQueue.start(ctx),
    startLoop({ ctx, name: 'services by API', everyMs: 60_000, work: () => readApiServices(ctx) }),
    startLoop({ ctx, name: 'first charges', everyMs: 10_000, work: () => giveUpFirstCharges(ctx) }),
  ]
}

/** How long running sends are awaited when a lease is handed over; after that they finish alongside the next holder. */
const GRACE_MS = 5_000

/**
 * Sends a provider's orders in rounds while its lease is held. A wake-up during a round starts the next one
 * immediately, so none is lost. When the lease ends, claiming stops; claimed orders are still sent, since their own
 * leases keep other processes away.
 */
export function sendUnderLease(
  ctx: Context,
  dispatcher: Dispatcher,
  { providerId, isHeld }: Pick<ProviderLease, 'providerId' | 'isHeld'>,
): LeaseWork {
  const sender = dispatcher.senderOf(providerId)
  const work = () => sender.round(isHeld)
  const loop = startLoop({ ctx, name: 'dispatch', everyMs: ROUND_EVERY_MS, work })
  const off = sender.onWake(loop.wake)
  return {
    async stop() {
      off()
      await loop.stop()
      await sender.rest(GRACE_MS)
    },
  }
}

/** Polls a provider while its lease is held. */
export function pollProvider(ctx: Context, lease: ProviderLease): LeaseWork {
  const poller = makePoller(ctx, lease, () => loop.wake())
  const loop = startLoop({ ctx, name: 'order status', everyMs: 1000, work: () => poller.pump() })
  const off = ctx.events.on('check', ({ providerId }) => {
    if (providerId !== lease.providerId) return
    poller.expectMore()
    loop.wake()
  })
  return {
    async stop() {
      off()
      await loop.stop()
      await poller.stop()
    },
  }
}

/** An idempotency key is valid for 30 days (api.md). */
const keyLifetime = `${limits.idempotencyDays} days`

export const ordersRetention: readonly RetentionPolicy[] = [
  {
    table: 'orders',
    key: ['user_id', 'id'],
    since: 'created_at',
    where: 'idempotency_key is not null',
    keep: keyLifetime,
    clear: ['idempotency_key', 'request_hash'],
  },
  { table: 'mass_orders', key: ['user_id', 'idempotency_key'], since: 'created_at', keep: keyLifetime },
  {
    table: 'attempt_exchanges',
    key: ['user_id', 'order_id', 'number'],
    since: 'created_at',
    keep: { setting: 'exchanges_days' },
  },
  // Long enough for a rarely ordered service to get its second order, which confirms the charge.
  { table: 'observed_charges', key: ['user_id', 'order_id'], since: 'seen_at', keep: '30 days' },
]
