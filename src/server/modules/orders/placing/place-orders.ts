import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import { type Coalesce, makeCoalesce } from '#server/lib/limits/coalesce.ts'

import { admitOrders, bytesOf } from './admit-orders.ts'
import { type Outcome, placeBatch } from './place-batch.ts'
import type { Locking } from './place-orders-statement.ts'
import type { OrderToPlace, Placing } from './placing-queries.ts'

const MEGABYTE = 1_048_576
/** As many as one statement carries: beyond some hundred the gain per order is gone. */
const BATCH_MAX = 256
/** One customer's long comments are many statements, with the others' orders between them. */
const BATCH_BYTES_MAX = MEGABYTE
/** Customers whose accounts are in other hands and who wait for them, each on a connection: a sixth of the pool. */
const APART_AT_ONCE = 4
/** How long an order waits for its account. Whoever holds it for longer has stopped talking, or works by hand. */
const PATIENCE_MS = 5_000
const RETRY_AFTER_SECONDS = 2

type Waiting = { order: OrderToPlace; bytes: number; until?: number }
type Decided = Placing | Error
type Place = (order: OrderToPlace) => Promise<Placing>

const placers = new WeakMap<Pool, Place>()

/**
 * Places one order through the placing statement; those that arrive while a statement is under way ride together in
 * the next, customers taking turns. Throws `unavailable` where too much waits, and where the account could not be had
 * in time: then the order is not placed. A key that was just taken by another tx answers `replayed`.
 *
 * An order that was taken in is placed also when its client hangs up before that: a line that breaks says nothing
 * about what a customer wants, and whoever asks again finds the order by its key.
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
    return batch.map((waiting, at) => goOn(waiting, outcomes[at]))
  }
  // One statement at a time: two or three make smaller batches on the same cores and the same disk, and were no faster.
  const together: Coalesce<Waiting, Decided> = makeCoalesce({ ...limits, run: run('skip') })
  const apart: Coalesce<Waiting, Decided> = makeCoalesce({
    ...limits,
    lanesMax: 1,
    parallel: APART_AT_ONCE,
    run: run('wait'),
  })

  const goOn = (waiting: Waiting, outcome: Outcome | undefined): Decided | Promise<Decided> => {
    if (outcome === undefined) return new Error('an order was not answered')
    if (outcome instanceof Error) return outcome
    if (outcome.outcome === 'again') return together(waiting)
    if (outcome.outcome !== 'locked') return outcome
    const now = performance.now()
    const { until = now + PATIENCE_MS } = waiting
    if (now >= until) return new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    return apart({ ...waiting, until })
  }

  return async (order) => {
    const leave = admitOrders(pool, order.userId, [order])
    try {
      // Whose account is waited for is not asked about in everybody's statement meanwhile.
      const way = apart.isBusyWith(order.userId) ? apart : together
      const decided = await way({ order, bytes: bytesOf(order) })
      if (decided instanceof Error) throw decided
      return decided
    } finally {
      leave()
    }
  }
}
