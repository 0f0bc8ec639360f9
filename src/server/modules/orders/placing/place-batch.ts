import type { Pool } from 'pg'

import type { Locking } from './place-orders-statement.ts'
import { type OrderToPlace, placeRows, type Placing, type Undecided } from './placing-queries.ts'

/** What went wrong with one item is its Error, and refuses no other. */
export type Outcome = Placing | Undecided | Error

/**
 * Places orders in one statement and answers one outcome per item, in order; never throws. A copy, by its key, of an
 * item before it is not sent: two of them would end the statement for everybody.
 */
export async function placeBatch(
  pool: Pool,
  items: readonly OrderToPlace[],
  locking: Locking,
): Promise<Outcome[]> {
  const places = new Map<string, number>()
  const sent: OrderToPlace[] = []
  const sentAs = items.map((item) => {
    const key = item.idempotencyKey === null ? undefined : `${item.userId} ${item.idempotencyKey}`
    const place = key === undefined ? undefined : places.get(key)
    if (place !== undefined) return { place, isCopy: true }
    if (key !== undefined) places.set(key, sent.length)
    return { place: sent.push(item) - 1, isCopy: false }
  })
  const outcomes = await placeInHalves(pool, sent, locking)
  return sentAs.map(({ place, isCopy }) => {
    const outcome = outcomes[place] ?? new Error('the placing statement answered no row')
    return isCopy ? toCopy(outcome) : outcome
  })
}

/** Only an order that was placed is remembered under its key. What was refused may be another order than its copy. */
function toCopy(first: Outcome): Outcome {
  if (first instanceof Error || first.outcome === 'locked') return first
  return first.outcome === 'placed' || first.outcome === 'replayed' ? replayed : again
}

/**
 * An item whose data PostgreSQL does not take ends the statement for all of them: the halves are tried by themselves,
 * so that one of 256 costs 16 statements more and not 256. Nothing was placed before. After a lost connection that
 * is not known, and nobody's order is tried again.
 */
async function placeInHalves(
  pool: Pool,
  items: readonly OrderToPlace[],
  locking: Locking,
): Promise<Outcome[]> {
  try {
    return await placeRows(pool, items, locking)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (isEndedForAnother(error)) return items.map(() => locked)
    if (!isAboutData(error)) return items.map(() => error)
    if (items.length === 1) return [isKeyTaken(error) ? replayed : error]
    const middle = Math.ceil(items.length / 2)
    const before = await placeInHalves(pool, items.slice(0, middle), locking)
    return [...before, ...(await placeInHalves(pool, items.slice(middle), locking))]
  }
}

const nothing = {
  service_name: null,
  price: null,
  min: null,
  max: null,
  balance: null,
  id: null,
  created_at: null,
  balance_after: null,
  provider_id: null,
}
const replayed: Placing = { ...nothing, outcome: 'replayed' }
const locked: Undecided = { ...nothing, outcome: 'locked' }
const again: Undecided = { ...nothing, outcome: 'again' }

/** It waited for a lock for too long, or in a circle. */
export function isEndedForAnother(error: unknown): boolean {
  return error instanceof Error && ['55P03', '40P01', '40001'].includes(codeOf(error))
}

function isAboutData(error: Error): boolean {
  return /^(22|23)/.test(codeOf(error))
}

function isKeyTaken(error: Error): boolean {
  return codeOf(error) === '23505' && 'constraint' in error && error.constraint === 'orders_idempotency'
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
