import type { Context } from '#server/context.ts'
import { startLoop } from '#server/lib/queue/loop.ts'
import type { Turn, Work } from '#server/modules/providers/leases/make-lease-keeper.ts'

import { makeFollower } from './make-poller.ts'

/** Asks a provider about what is due, for as long as its turn is held. */
export function followProvider(ctx: Context, turn: Turn): Work {
  const follower = makeFollower(ctx, turn, () => loop.wake())
  const loop = startLoop({ ctx, name: 'order status', everyMs: 1000, work: () => follower.pump() })
  const off = ctx.events.on('check', ({ providerId }) => {
    if (providerId !== turn.providerId) return
    follower.expectNews()
    loop.wake()
  })
  return {
    async stop() {
      off()
      await loop.stop()
      await follower.stop()
    },
  }
}
