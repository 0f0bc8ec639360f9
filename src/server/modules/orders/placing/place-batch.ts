import type { Pool } from 'pg'

import type { Locking } from './place-orders-statement.ts'
import { type OrderToPlace, placeRows, type Placing, type Undecided } from './placing-queries.ts'

/** An Error concerns only its own item. */
export type Outcome = Placing | Undecided | Error

/**
 * Places orders in one statement. One outcome per item, in order; never throws. An item with the same idempotency key as an
 * earlier one is left out: a duplicate key would fail the whole statement.
 */
export async function placeBatch(
  pool: Pool,
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
  const outcomes = await placeInHalves(pool, sent, locking)
  return sentAs.map(({ index, isCopy }) => {
    const outcome = outcomes[index] ?? new Error('the placing statement answered no row')
    return isCopy ? toCopy(outcome) : outcome
  })
}

/** Only a placed order is stored under its key. After a refusal the copy is tried itself: it may ask for something else. */
function toCopy(first: Outcome): Outcome {
  if (first instanceof Error || first.outcome === 'locked') return first
  return first.outcome === 'placed' || first.outcome === 'replayed' ? replayed : again
}

/**
 * One item with data that PostgreSQL refuses fails the statement for all, and nothing is placed. Halves are then tried on
 * their own, so one bad item of 256 costs 16 statements, not 256. After a lost connection nothing is tried again: the orders
 * may have been placed.
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
    if (isLockFailure(error)) return items.map(() => locked)
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

/** A lock timeout, deadlock or serialization failure. */
export function isLockFailure(error: unknown): boolean {
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
