import type { Context } from '#server/context.ts'

import { makePacer, type Pacer } from './make-pacer.ts'

const pacers = new WeakMap<Context, Map<number, Pacer>>()
/** Until its own pace has been read. */
const careful = { callsAtOnce: 1, callsPerSecond: 1 }

/** The provider's pacer in this process: a turn that was lost and comes back finds what was called just before. */
export function pacerOf(ctx: Context, providerId: number): Pacer {
  const own = pacers.get(ctx) ?? new Map<number, Pacer>()
  pacers.set(ctx, own)
  const pacer = own.get(providerId) ?? makePacer(careful)
  own.set(providerId, pacer)
  return pacer
}
