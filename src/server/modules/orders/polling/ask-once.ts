import type { Context } from '#server/context.ts'
import { makePacer } from '#server/modules/providers/pacing/make-pacer.ts'

import { makeFollower } from './make-poller.ts'

/** Asks a provider about what is due there now, and waits for the answers. For one's own clock, or no worker. */
export async function askOnce(ctx: Context, providerId: number): Promise<void> {
  const pacer = makePacer({ callsAtOnce: 1, callsPerSecond: 1 })
  const follower = makeFollower(ctx, { providerId, pacer, isHeld: () => true })
  await follower.pump()
  await follower.settle()
  await follower.stop()
}
