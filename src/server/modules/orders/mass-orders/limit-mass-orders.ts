import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import { type Coalesce, makeCoalesce } from '#server/lib/limits/coalesce.ts'
import { isLockFailure } from '#server/modules/orders/placing/place-batch.ts'

/** Max. mass orders at once. Each holds a connection and locks an account for as long as some hundred orders take. */
const PARALLEL_MAX = 2
/** How long a mass order waits for its account, or for a copy that another process is placing. */
const LOCK_WAIT_MS = 5_000
const RETRY_AFTER_SECONDS = 2

type Waiting = { userId: number; place: () => Promise<void>; until?: number }
type Limiter = Coalesce<Waiting, true>

const limiters = new WeakMap<Pool, Limiter>()

/**
 * Runs `place` with at most two mass orders at once per process, round-robin by customer, each customer's in order. One that
 * can't lock its account is rolled back and tried again behind others; after some seconds it is refused with `unavailable`.
 */
export async function limitMassOrders<Answer>(
  pool: Pool,
  userId: number,
  place: () => Promise<Answer>,
): Promise<Answer> {
  let limiter = limiters.get(pool)
  if (limiter === undefined) {
    limiter = makeLimiter()
    limiters.set(pool, limiter)
  }
  let answered: { answer: Answer } | undefined
  await limiter({ userId, place: async () => void (answered = { answer: await place() }) })
  if (answered === undefined) throw new Error('a mass order was run without an answer')
  return answered.answer
}

function makeLimiter(): Limiter {
  const limiter: Limiter = makeCoalesce({
    max: 1,
    parallel: PARALLEL_MAX,
    laneOf: ({ userId }: Waiting) => userId,
    run: async (batch) => {
      const results: (true | Promise<true>)[] = []
      for (const waiting of batch) results.push((await isPlaced(waiting)) || limiter(withDeadline(waiting)))
      return results
    },
  })
  return limiter
}

async function isPlaced({ place }: Waiting): Promise<boolean> {
  try {
    await place()
    return true
  } catch (error) {
    if (isLockFailure(error)) return false
    throw error
  }
}

function withDeadline(waiting: Waiting): Waiting {
  const now = performance.now()
  const { until = now + LOCK_WAIT_MS } = waiting
  if (now >= until) throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return { ...waiting, until }
}
