import type { Context } from '#server/context.ts'
import { makePacer } from '#server/modules/providers/pacing/make-pacer.ts'

import { makePoller } from './make-poller.ts'

/** Asks a provider about what is due there now, and waits for the answers. For one's own clock, or no worker. */
export async function pollOnce(ctx: Context, providerId: number): Promise<void> {
  const pacer = makePacer({ callsAtOnce: 1, callsPerSecond: 1 })
  const poller = makePoller(ctx, { providerId, pacer, isHeld: () => true })
  await poller.pump()
  await poller.settle()
  await poller.stop()
}
