import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

/**
 * Concurrent calls per provider and process for callers that wait for the answer, beside those of the lease holder.
 */
const CALLS_AT_ONCE = 2
/** With more waiting, or a longer wait, the caller is refused and has to come back later. */
const WAITING_MAX = 500
const WAITING_MS = 20_000

type Slots = { taken: number; waiting: Set<() => void> }
const slotsOf = new WeakMap<Context, Map<number, Slots>>()

/** Runs `work` when a slot is free, first come first served. Throws `unavailable` when too many wait. */
export async function withProviderSlot<Result>(
  ctx: Context,
  providerId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = slotsOf.get(ctx) ?? new Map<number, Slots>()
  slotsOf.set(ctx, own)
  const slots = own.get(providerId) ?? { taken: 0, waiting: new Set() }
  own.set(providerId, slots)
  if (slots.taken < CALLS_AT_ONCE) slots.taken += 1
  else await waitInLine(slots)
  try {
    return await work()
  } finally {
    // The slot passes directly to the next in line.
    const [next] = slots.waiting
    if (next === undefined) slots.taken -= 1
    else next()
  }
}

function waitInLine({ waiting }: Slots): Promise<void> {
  if (waiting.size >= WAITING_MAX) throw tooMany()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    clearTimeout(patience)
    waiting.delete(called)
  }
  const called = () => {
    leave()
    resolve()
  }
  const patience = setTimeout(() => {
    leave()
    reject(tooMany())
  }, WAITING_MS)
  waiting.add(called)
  return promise
}

function tooMany(): AppError {
  return new AppError('unavailable', { retryAfterSeconds: 10 })
}
