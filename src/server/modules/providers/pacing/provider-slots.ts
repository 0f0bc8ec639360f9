import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type Gate, makeGate } from '#server/lib/limits/gate.ts'

/** Concurrent calls per provider and process for callers that wait for the answer, beside those of the lease holder. */
const CALLS_AT_ONCE = 2
/** With more waiting, or a longer wait, the caller is refused and has to come back later. */
const WAITING_MAX = 500
const WAITING_MS = 20_000

const gates = new WeakMap<Context, Map<number, Gate>>()

/** Runs `work` when a slot is free, first come first served. Throws `unavailable` when too many wait, or for too long. */
export async function withProviderSlot<Result>(
  ctx: Context,
  providerId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  let isStarted = false
  const start = () => {
    isStarted = true
    return work()
  }
  try {
    return await gateOf(ctx, providerId)(start, AbortSignal.timeout(WAITING_MS))
  } catch (error) {
    throw isStarted ? error : new AppError('unavailable', { retryAfterSeconds: 10 })
  }
}

function gateOf(ctx: Context, providerId: number): Gate {
  const own = gates.get(ctx) ?? new Map<number, Gate>()
  gates.set(ctx, own)
  const gate = own.get(providerId) ?? makeGate({ runningMax: CALLS_AT_ONCE, waitingMax: WAITING_MAX })
  own.set(providerId, gate)
  return gate
}
