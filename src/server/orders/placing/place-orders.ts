import type { Pool } from 'pg'

import { type Coalesce, makeCoalesce } from '#server/database/coalesce.ts'

import {
  type OrderToPlace,
  placeManyRows,
  placeOneRow,
  type Placing,
  type PlacingRow,
} from './placing-queries.ts'

/** As many as one statement carries: beyond some hundred the gain per order is gone. */
const BATCH_MAX = 256

const coalescers = new WeakMap<Pool, Coalesce<OrderToPlace, Placing | Error>>()

/**
 * Places one order through the placing statement; those that arrive while a statement is under way ride
 * together in the next. A key that was just taken by another tx answers `replayed`.
 */
export async function placeThrough(pool: Pool, item: OrderToPlace): Promise<Placing> {
  let coalesce = coalescers.get(pool)
  if (coalesce === undefined) {
    coalesce = makeCoalesce({ max: BATCH_MAX, run: (items) => placeOrders(pool, items) })
    coalescers.set(pool, coalesce)
  }
  const placing = await coalesce(item)
  if (placing instanceof Error) throw placing
  return placing
}

/** One result per item, in order; what failed for one item alone is its Error and refuses no other. */
async function placeOrders(pool: Pool, items: readonly OrderToPlace[]): Promise<(Placing | Error)[]> {
  const [only] = items
  if (only !== undefined && items.length === 1) return [await placeOne(pool, only)]
  const rows = await placeMany(pool, items)
  const results: (Placing | Error)[] = []
  for (const [at, item] of items.entries()) {
    const row = rows?.[at]
    results.push(row === undefined || row.crowded ? await placeOne(pool, item) : row)
  }
  return results
}

async function placeOne(pool: Pool, item: OrderToPlace): Promise<Placing | Error> {
  try {
    return (await placeOneRow(pool, item)) ?? new Error('the placing statement answered no row')
  } catch (error) {
    if (isKeyTaken(error)) return replayed
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Undefined when the batch as a whole was rolled back because of one of its items: each is then placed alone. */
async function placeMany(pool: Pool, items: readonly OrderToPlace[]): Promise<PlacingRow[] | undefined> {
  try {
    return await placeManyRows(pool, items)
  } catch (error) {
    if (isRolledBack(error)) return undefined
    throw error
  }
}

const replayed: Placing = {
  outcome: 'replayed',
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

function isKeyTaken(error: unknown): boolean {
  return codeOf(error) === '23505' && hasConstraint(error, 'orders_idempotency')
}

/**
 * PostgreSQL answered with an error about the data or about a conflict, so nothing of the batch was committed.
 * After a lost connection that is not known: then nobody's order is tried again.
 */
function isRolledBack(error: unknown): boolean {
  return /^(22|23|40)/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function hasConstraint(error: unknown, name: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === name
}
