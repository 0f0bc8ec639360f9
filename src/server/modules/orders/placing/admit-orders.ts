import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'

import type { OrderToPlace } from './placing-queries.ts'

/** An amount of orders that are not answered yet. */
type Load = { count: number; bytes: number }
type Admit = (userId: number, load: Load) => () => void

const MEGABYTE = 1_048_576
const RETRY_AFTER_SECONDS = 2
/** About 15 s of work, and memory that a small machine can spare. */
const bounds = {
  all: { count: 40_000, bytes: 128 * MEGABYTE },
  each: { count: 10_000, bytes: 32 * MEGABYTE },
}

const admissions = new WeakMap<Pool, Admit>()

/** Admits a customer's orders, single or mass. Answers how to release them; see `makeAdmission`. */
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

/** Bytes of what customers write, the only large part of an order. */
export function bytesOf({ link, details }: OrderToPlace): number {
  return Object.values(details).reduce(
    (bytes, text) => bytes + Buffer.byteLength(text),
    Buffer.byteLength(link),
  )
}

/**
 * Bounds the orders that wait or are being placed, by count and bytes, in total and per customer, so that one customer
 * leaves room for others. A mass order counts by its lines. The result releases the orders. Throws `unavailable` when full;
 * then nothing was placed.
 */
export function makeAdmission({ all, each }: { all: Load; each: Load }): Admit {
  const total: Load = { count: 0, bytes: 0 }
  const customers = new Map<number, Load>()

  return (userId, { count, bytes }) => {
    const own = customers.get(userId) ?? { count: 0, bytes: 0 }
    if (!hasRoom(total, all, { count, bytes }) || !hasRoom(own, each, { count, bytes }))
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    customers.set(userId, own)
    for (const load of [total, own]) {
      load.count += count
      load.bytes += bytes
    }
    return () => {
      for (const load of [total, own]) {
        load.count -= count
        load.bytes -= bytes
      }
      if (own.count === 0) customers.delete(userId)
    }
  }
}

function hasRoom(load: Load, bound: Load, { count, bytes }: Load): boolean {
  return load.count + count <= bound.count && load.bytes + bytes <= bound.bytes
}
