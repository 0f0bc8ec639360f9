import { AppError } from '#contract/errors.ts'

/** Orders that are not answered yet. */
type Held = { count: number; bytes: number }

const RETRY_AFTER_SECONDS = 2

/**
 * Bounds what waits to be placed and what is being placed, by count and by bytes, for all customers and for each: one
 * who sends without end leaves room for the others. Answers how to leave. Throws `unavailable` where there is no room;
 * then nothing was placed.
 */
export function makeAdmission({ all, each }: { all: Held; each: Held }) {
  const total: Held = { count: 0, bytes: 0 }
  const customers = new Map<number, Held>()

  return (userId: number, bytes: number): (() => void) => {
    const own = customers.get(userId) ?? { count: 0, bytes: 0 }
    if (!hasRoom(total, all, bytes) || !hasRoom(own, each, bytes))
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    customers.set(userId, own)
    for (const held of [total, own]) {
      held.count += 1
      held.bytes += bytes
    }
    return () => {
      for (const held of [total, own]) {
        held.count -= 1
        held.bytes -= bytes
      }
      if (own.count === 0) customers.delete(userId)
    }
  }
}

function hasRoom(held: Held, bound: Held, bytes: number): boolean {
  return held.count < bound.count && held.bytes + bytes <= bound.bytes
}
