import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'

import type { OrderToPlace } from './placing-queries.ts'

/** Orders that are not answered yet. */
type Held = { count: number; bytes: number }
type Admit = (userId: number, asked: Held) => () => void

const MEGABYTE = 1_048_576
const RETRY_AFTER_SECONDS = 2
/** Some 15 s of work, and no more memory than a small machine has to spare. */
const bounds = {
  all: { count: 40_000, bytes: 128 * MEGABYTE },
  each: { count: 10_000, bytes: 32 * MEGABYTE },
}

const admissions = new WeakMap<Pool, Admit>()

/** Takes one customer's orders in, whichever way they are placed: see `makeAdmission`. */
export function admitOrders(pool: Pool, userId: number, orders: readonly OrderToPlace[]): () => void {
  let admit = admissions.get(pool)
  if (admit === undefined) {
    admit = makeAdmission(bounds)
    admissions.set(pool, admit)
  }
  return admit(userId, {
    count: orders.length,
    bytes: orders.reduce((bytes, order) => bytes + bytesOf(order), 0),
  })
}

/** Of what customers write, which is all that is ever large. */
export function bytesOf({ link, details }: OrderToPlace): number {
  return Object.values(details).reduce(
    (bytes, text) => bytes + Buffer.byteLength(text),
    Buffer.byteLength(link),
  )
}

/**
 * Bounds what waits to be placed and what is being placed, by count and by bytes, for all customers and for each: one
 * who sends without end leaves room for the others. A mass order counts by its lines. Answers how to leave. Throws
 * `unavailable` where there is no room; then nothing was placed.
 */
export function makeAdmission({ all, each }: { all: Held; each: Held }): Admit {
  const total: Held = { count: 0, bytes: 0 }
  const customers = new Map<number, Held>()

  return (userId, { count, bytes }) => {
    const own = customers.get(userId) ?? { count: 0, bytes: 0 }
    if (!hasRoom(total, all, { count, bytes }) || !hasRoom(own, each, { count, bytes }))
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    customers.set(userId, own)
    for (const held of [total, own]) {
      held.count += count
      held.bytes += bytes
    }
    return () => {
      for (const held of [total, own]) {
        held.count -= count
        held.bytes -= bytes
      }
      if (own.count === 0) customers.delete(userId)
    }
  }
}

function hasRoom(held: Held, bound: Held, { count, bytes }: Held): boolean {
  return held.count + count <= bound.count && held.bytes + bytes <= bound.bytes
}
