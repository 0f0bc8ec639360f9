import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/jobs/loop.ts'

import type { Dispatcher } from './dispatch-orders.ts'
import { LOOK_EVERY_MS, type Sender } from './send-to-provider.ts'

/** The providers whose orders this process sends, each by a loop of its own. */
export type Senders = {
  /** From now on this process sends what is due there. Twice is once. */
  take: (providerId: number) => void
  /** Claims nothing more there; what is under way goes on. */
  release: (providerId: number) => Promise<void>
  stop: () => Promise<void>
}

export function makeSenders(ctx: Context, dispatcher: Dispatcher): Senders {
  const loops = new Map<number, Pick<Loop, 'stop'>>()
  const release = async (providerId: number) => {
    const loop = loops.get(providerId)
    loops.delete(providerId)
    await loop?.stop()
  }
  let isStopped = false
  return {
    take: (providerId) => {
      if (!isStopped && !loops.has(providerId))
        loops.set(providerId, startSender(ctx, dispatcher.senderOf(providerId)))
    },
    release,
    stop: async () => {
      isStopped = true
      await Promise.all([...loops.keys()].map(release))
    },
  }
}

/** Rounds again and again. Who wakes it during a round makes it begin the next one at once: no wake-up is lost. */
function startSender(ctx: Context, sender: Sender): Pick<Loop, 'stop'> {
  const loop = startLoop({ ctx, name: 'dispatch', everyMs: LOOK_EVERY_MS, work: sender.round })
  const off = sender.onWake(loop.wake)
  return {
    stop: async () => {
      off()
      await loop.stop()
    },
  }
}
