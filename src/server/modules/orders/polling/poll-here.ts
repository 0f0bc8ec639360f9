import type { Context } from '#server/context.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'
import { makePacer } from '#server/modules/providers/pacing/make-pacer.ts'

import { requestPoll } from './polling-queries.ts'
import { makePoller } from './make-poller.ts'

/** Polls the order in this process, whichever holds the lease, and waits for the result. For the demo and tests. */
export async function pollOrderHere(ctx: Context, key: OrderKey): Promise<void> {
  const providerId = await requestPoll(ctx.db, { ...key, ageSeconds: 0 })
  if (providerId !== undefined) await pollOnce(ctx, providerId)
}

/**
 * Polls a provider once for everything due and waits for the answers. For processes without a worker or with their
 * own clock.
 */
export async function pollOnce(ctx: Context, providerId: number): Promise<void> {
  const pacer = makePacer({ callsAtOnce: 1, callsPerSecond: 1 })
  const poller = makePoller(ctx, { providerId, pacer, isHeld: () => true })
  await poller.pump()
  await poller.settle()
  await poller.stop()
}
