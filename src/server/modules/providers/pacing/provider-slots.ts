import type { Context } from '#server/context.ts'
import { makeSemaphore, type Semaphore, type SemaphoreLimits } from '#server/lib/limits/semaphore.ts'

/**
 * Per process, for callers that wait for the answer, in addition to the lease holder's calls: two at a time per
 * provider. When too many wait, those of the provider with the most are refused.
 */
const bounds: SemaphoreLimits = {
  runningMax: Infinity,
  eachMax: 2,
  waitingMax: 500,
  waitMs: 20_000,
  retryAfterSeconds: 10,
}

const semaphores = new WeakMap<Context, Semaphore>()

/** Runs `work` when a slot is free, first come first served. Throws `unavailable` when too many wait, or for too long. */
export function withProviderSlot<Result>(
  ctx: Context,
  providerId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const slots = semaphores.get(ctx) ?? makeSemaphore(bounds)
  semaphores.set(ctx, slots)
  return slots(work, { from: [String(providerId)] })
}
