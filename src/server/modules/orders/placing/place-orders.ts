import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import { type Batcher, makeBatcher } from '#server/lib/limits/batcher.ts'

import { admitOrders, bytesOf } from './admit-orders.ts'
import { type Outcome, placeBatch } from './place-batch.ts'
import type { Locking } from './place-orders-statement.ts'
import type { OrderToPlace, Placing } from './placing-queries.ts'

const MEGABYTE = 1_048_576
/** Max. orders per statement; beyond some hundred there is no gain per order. */
const BATCH_MAX = 256
/** Max. bytes per statement, so that one customer's long comments don't delay the orders of others. */
const BATCH_BYTES_MAX = MEGABYTE
/** Max. statements that may wait for a locked account at once; each holds one connection, a sixth of the pool together. */
const APART_AT_ONCE = 4
/** How long an order waits for a locked account. Longer locks come from stuck clients or manual work. */
const LOCK_WAIT_MS = 5_000
const RETRY_AFTER_SECONDS = 2

type Waiting = { order: OrderToPlace; bytes: number; until?: number }
type Decided = Placing | Error
type Place = (order: OrderToPlace) => Promise<Placing>

const placers = new WeakMap<Pool, Place>()

/**
 * Places one order. Orders that arrive while a statement runs are batched into the next, round-robin by customer. Throws
 * `unavailable`, and places nothing, when too many orders wait or the account stays locked. A key that another tx has just
 * taken answers `replayed`.
 *
 * An admitted order is placed even if its client disconnects; a retry with the same key finds it.
 */
export function placeThrough(pool: Pool, order: OrderToPlace): Promise<Placing> {
  let place = placers.get(pool)
  if (place === undefined) {
    place = makePlace(pool)
    placers.set(pool, place)
  }
  return place(order)
}

function makePlace(pool: Pool): Place {
  const limits = {
    max: BATCH_MAX,
    bytesMax: BATCH_BYTES_MAX,
    bytesOf: ({ bytes }: Waiting) => bytes,
    laneOf: ({ order }: Waiting) => order.userId,
  }
  const run = (locking: Locking) => async (batch: readonly Waiting[]) => {
    const orders = batch.map(({ order }) => order)
    const outcomes = await placeBatch(pool, orders, locking)
    return batch.map((waiting, at) => settle(waiting, outcomes[at]))
  }
  // One statement at a time: two or three make smaller batches and were measured to be no faster.
  const together: Batcher<Waiting, Decided> = makeBatcher({ ...limits, run: run('skip') })
  const apart: Batcher<Waiting, Decided> = makeBatcher({
    ...limits,
    lanesMax: 1,
    parallel: APART_AT_ONCE,
    run: run('wait'),
  })

  const settle = (waiting: Waiting, outcome: Outcome | undefined): Decided | Promise<Decided> => {
    if (outcome === undefined) return new Error('an order was not answered')
    if (outcome instanceof Error) return outcome
    if (outcome.outcome === 'again') return together(waiting)
    if (outcome.outcome !== 'locked') return outcome
    const now = performance.now()
    const { until = now + LOCK_WAIT_MS } = waiting
    if (now >= until) return new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    return apart({ ...waiting, until })
  }

  return (order) =>
    admitOrders(pool, { userId: order.userId, orders: [order] }, async () => {
      // Orders of a locked account stay out of the shared statement.
      const place = apart.isBusyWith(order.userId) ? apart : together
      const decided = await place({ order, bytes: bytesOf(order) })
      if (decided instanceof Error) throw decided
      return decided
    })
}
