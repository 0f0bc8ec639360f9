import type { Context } from '#server/context.ts'
import { startLoop } from '#server/lib/queue/loop.ts'
import type { ProviderLease, LeaseWork } from '#server/modules/providers/leases/make-lease-keeper.ts'

import { makePoller } from './make-poller.ts'

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
