import type { Pool } from 'pg'

import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import type { OrderToPlace } from './place-rows.ts'

type Bounds = { all: number; each: number }
/** Runs `place` if there is room for this number of the customer's orders and bytes. */
type Admit = <T>(
  userId: number,
  load: { count: number; bytes: number },
  place: () => Promise<T>,
) => Promise<T>

const MEGABYTE = 1_048_576
const RETRY_AFTER_SECONDS = 2

const admissions = new WeakMap<Pool, Admit>()

/** Admits a customer's orders, single or mass, and places them; see `makeAdmission`. */
export function admitOrders<T>(
  pool: Pool,
  { userId, orders }: { userId: number; orders: readonly OrderToPlace[] },
  place: () => Promise<T>,
): Promise<T> {
  let admit = admissions.get(pool)
  if (admit === undefined) {
    // About 15 s of work, and memory that a small machine can spare.
    admit = makeAdmission({
      count: { all: 40_000, each: 10_000 },
      bytes: { all: 128 * MEGABYTE, each: 32 * MEGABYTE },
    })
    admissions.set(pool, admit)
  }
  const bytes = orders.reduce((sum, order) => sum + bytesOf(order), 0)
  return admit(userId, { count: orders.length, bytes }, place)
}

/** The size of customers' texts, the only large part of an order. */
export function bytesOf({ link, details }: OrderToPlace): number {
  return Object.values(details).reduce(
    (bytes, text) => bytes + Buffer.byteLength(text),
    Buffer.byteLength(link),
  )
}

/**
 * Bounds the orders that wait or are being placed, by count and bytes, in total and per customer, so that one customer
 * leaves room for others. A mass order counts by its lines. Throws `unavailable` when full; then nothing was placed.
 */
export function makeAdmission(bounds: { count: Bounds; bytes: Bounds }): Admit {
  const toSemaphore = ({ all, each }: Bounds) =>
    makeSemaphore({ runningMax: all, eachMax: each, retryAfterSeconds: RETRY_AFTER_SECONDS })
  const [counting, weighing] = [toSemaphore(bounds.count), toSemaphore(bounds.bytes)]
  return (userId, { count, bytes }, place) => {
    const from = [String(userId)]
    return counting(() => weighing(place, { from, weight: bytes }), { from, weight: count })
  }
}
