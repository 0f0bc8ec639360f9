import { setTimeout as sleep } from 'node:timers/promises'

import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import { makeSemaphore, type Semaphore, type SemaphoreLimits } from '#server/lib/limits/semaphore.ts'
import { isShardMoved, SHARD_PAUSE_MS } from '#server/lib/postgres/on-cluster.ts'
import { isLockFailure } from '#server/modules/orders/placing/place-orders.ts'

const RETRY_AFTER_SECONDS = 2
/** Each mass order holds a connection and locks an account for as long as some hundred single orders. */
const bounds: SemaphoreLimits = {
  runningMax: 2,
  eachMax: 1,
  waitingMax: 10_000,
  waitMs: 60_000,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}
/** How long a mass order waits for its account, or for a copy that another process is placing. */
const LOCK_WAIT_MS = 5_000

const semaphores = new WeakMap<Pool, Semaphore>()

/**
 * Runs `place` with at most two mass orders at once per process, round-robin by customer, each customer's in order. One that
 * can't lock its account is rolled back and retried behind others; after some seconds it is refused with `unavailable`.
 */
export async function limitMassOrders<Answer>(
  pool: Pool,
  userId: number,
  place: () => Promise<Answer>,
): Promise<Answer> {
  const placing = semaphores.get(pool) ?? makeSemaphore(bounds)
  semaphores.set(pool, placing)
  let until: number | undefined
  for (;;) {
    try {
      return await placing(place, { from: [String(userId)] })
    } catch (error) {
      if (!isLockFailure(error)) throw error
      const now = performance.now()
      until ??= now + LOCK_WAIT_MS
      if (now >= until) throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      if (isShardMoved(error)) await sleep(SHARD_PAUSE_MS)
    }
  }
}
