import { setTimeout as sleep } from 'node:timers/promises'

import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import { type Batcher, makeBatcher } from '#server/lib/limits/batcher.ts'
import { makeShardGate, perShard } from '#server/lib/postgres/cluster.ts'
import { isShardMoved, nameOfConstraint, SHARD_PAUSE_MS } from '#server/lib/postgres/on-cluster.ts'

import { admitOrders, bytesOf } from './admit-orders.ts'
import type { Locking } from './place-orders-statement.ts'
import { type OrderToPlace, type Placing, placeRows, type Through, type Undecided } from './place-rows.ts'

const MEGABYTE = 1_048_576
/** Max. orders per statement; beyond some hundred there is no gain per order. */
const BATCH_MAX = 256
/** Max. bytes per statement, so that one customer's long comments don't delay the orders of others. */
const BATCH_BYTES_MAX = MEGABYTE
/** Max. statements that may wait for a locked account at once; each holds one connection: together a sixth of the pool. */
const APART_AT_ONCE = 4
/** On a cluster: a third of the pool. */
const SHARDS_AT_ONCE = 8
/** How long an order waits for a locked account. Longer locks come from hanging clients or manual work. */
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
export function placeThrough(through: Through, order: OrderToPlace): Promise<Placing> {
  let place = placers.get(through.pool)
  if (place === undefined) {
    place = makePlace(through)
    placers.set(through.pool, place)
  }
  return place(order)
}

function makePlace(through: Through): Place {
  const { pool, cluster } = through
  const limits = {
    max: BATCH_MAX,
    bytesMax: BATCH_BYTES_MAX,
    bytesOf: ({ bytes }: Waiting) => bytes,
    laneOf: ({ order }: Waiting) => order.userId,
  }
  const gate = makeShardGate(SHARDS_AT_ONCE)
  const run = (locking: Locking) => async (batch: readonly Waiting[]) => {
    const orders = batch.map(({ order }) => order)
    const outcomes = await placeBatch(through, orders, locking)
    return batch.map((waiting, at) => settle(waiting, outcomes[at]))
  }
  // One statement at a time: two or three make smaller batches and were measured to be no faster.
  const makeTogether = (): Batcher<Waiting, Decided> =>
    makeBatcher({ ...limits, run: (batch) => gate(() => run('skip')(batch)) })
  /** Batches mix all customers; on a cluster only those of one shard, since a statement can't lock rows of several. */
  const togetherOf = perShard(cluster, makeTogether)
  const together = (waiting: Waiting): Promise<Decided> => togetherOf(waiting.order.userId)(waiting)
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

/** An Error concerns only its own item. */
type Outcome = Placing | Undecided | Error

/**
 * Places orders in one statement. One outcome per item, in order; never throws. An item with the same idempotency key as an
 * earlier one is left out: a duplicate key would fail the whole statement.
 */
export async function placeBatch(
  through: Through,
  items: readonly OrderToPlace[],
  locking: Locking,
): Promise<Outcome[]> {
  const indexes = new Map<string, number>()
  const sent: OrderToPlace[] = []
  const sentAs = items.map((item) => {
    const key = item.idempotencyKey === null ? undefined : `${item.userId} ${item.idempotencyKey}`
    const index = key === undefined ? undefined : indexes.get(key)
    if (index !== undefined) return { index, isCopy: true }
    if (key !== undefined) indexes.set(key, sent.length)
    return { index: sent.push(item) - 1, isCopy: false }
  })
  const outcomes = await placeInHalves(through, sent, locking)
  return sentAs.map(({ index, isCopy }) => {
    const outcome = outcomes[index] ?? new Error('the placing statement answered no row')
    return isCopy ? toCopy(outcome) : outcome
  })
}

/** Only a placed order is stored under its key. After a refusal the copy is tried itself: it may be a different request. */
function toCopy(first: Outcome): Outcome {
  if (first instanceof Error || first.outcome === 'locked') return first
  return first.outcome === 'placed' || first.outcome === 'replayed' ? replayed : again
}

/**
 * One item with data that PostgreSQL refuses fails the statement for all, and nothing is placed. Halves are then tried
 * separately, so one bad item of 256 costs 16 statements, not 256. After a lost connection nothing is retried: the
 * orders may have been placed.
 */
async function placeInHalves(
  through: Through,
  items: readonly OrderToPlace[],
  locking: Locking,
): Promise<Outcome[]> {
  try {
    return await placeRows(through, items, locking)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    // A lock was waited for in the statement; a moved shard is found again after a moment.
    if (isShardMoved(error)) await sleep(SHARD_PAUSE_MS)
    if (isLockFailure(error)) return items.map(() => locked)
    if (!isAboutData(error)) return items.map(() => error)
    if (items.length === 1) return [isKeyTaken(error) ? replayed : error]
    const middle = Math.ceil(items.length / 2)
    const before = await placeInHalves(through, items.slice(0, middle), locking)
    return [...before, ...(await placeInHalves(through, items.slice(middle), locking))]
  }
}

const nothing = {
  service_name: null,
  price: null,
  min: null,
  max: null,
  balance: null,
  owed: null,
  id: null,
  created_at: null,
  balance_after: null,
  provider_id: null,
}
const replayed: Placing = { ...nothing, outcome: 'replayed' }
const locked: Undecided = { ...nothing, outcome: 'locked' }
const again: Undecided = { ...nothing, outcome: 'again' }

/** A lock timeout, deadlock or serialization failure, or a moved shard: nothing was changed. */
export function isLockFailure(error: unknown): boolean {
  return (
    error instanceof Error && (['55P03', '40P01', '40001'].includes(codeOf(error)) || isShardMoved(error))
  )
}

function isAboutData(error: Error): boolean {
  return /^(22|23)/.test(codeOf(error))
}

function isKeyTaken(error: Error): boolean {
  return codeOf(error) === '23505' && nameOfConstraint(error) === 'orders_idempotency'
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
