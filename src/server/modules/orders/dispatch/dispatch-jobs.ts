import type { Context } from '#server/context.ts'
import { startLoop } from '#server/lib/queue/loop.ts'
import type { ProviderLease, LeaseWork } from '#server/modules/providers/leases/make-lease-keeper.ts'

import type { Dispatcher } from './dispatch-orders.ts'
import { ROUND_EVERY_MS } from './send-to-provider.ts'

/**
 * How long sends under way are awaited when a lease is handed over; after that they finish beside the next holder.
 */
const GRACE_MS = 5_000

/**
 * Sends a provider's orders in rounds while its lease is held. A wake-up during a round starts the next one at
 * once, so none is lost. When the lease ends, claiming stops; what is already claimed is sent, since its own lease
 * keeps others away.
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
