import type { Context } from '#server/context.ts'
import { startLoop } from '#server/lib/queue/loop.ts'
import type { ProviderLease, LeaseWork } from '#server/modules/providers/leases/make-lease-keeper.ts'

import type { Dispatcher } from './dispatch-orders.ts'
import { LOOK_EVERY_MS } from './send-to-provider.ts'

/** What is being sent when a turn is handed over is waited for so long; then it goes on beside the next holder's. */
const GRACE_MS = 5_000

/**
 * Sends a provider's orders for as long as its turn is held, in rounds. Who wakes it during a round makes it begin the
 * next one at once: no wake-up is lost. A turn that is over ends the claiming; what is claimed by then is sent, since
 * its lease says that nobody else does.
 */
export function sendUnderLease(
  ctx: Context,
  dispatcher: Dispatcher,
  { providerId, isHeld }: Pick<ProviderLease, 'providerId' | 'isHeld'>,
): LeaseWork {
  const sender = dispatcher.senderOf(providerId)
  const work = () => sender.round(isHeld)
  const loop = startLoop({ ctx, name: 'dispatch', everyMs: LOOK_EVERY_MS, work })
  const off = sender.onWake(loop.wake)
  return {
    async stop() {
      off()
      await loop.stop()
      await sender.rest(GRACE_MS)
    },
  }
}
