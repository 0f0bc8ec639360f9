import { CompiledQuery } from 'kysely'

import type { OrderDetails } from '#contract/orders/order-rules.ts'
import type { Context } from '#server/context.ts'
import type { Cluster } from '#server/lib/postgres/cluster.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { type Locking, placeManyStatement, placeOneStatement } from './place-orders-statement.ts'

/** An order that passed the rules of its service type, ready to be priced and charged. */
export type OrderToPlace = {
  userId: number
  serviceId: number
  link: string
  quantity: number
  /** The price the client saw, in units of 0.00000001 USD. It is compared and never charged. */
  seenPrice: bigint | null
  details: OrderDetails
  idempotencyKey: string | null
  requestHash: Buffer | null
  /** The API key, if any: the order counts towards the daily limits of that key and of all keys. */
  keyId: string | null
}

type PlacingOutcome =
  | 'placed'
  | 'replayed'
  | 'no_account'
  | 'no_key'
  | 'no_service'
  | 'out_of_range'
  | 'unavailable'
  | 'price_changed'
  | 'owed'
  | 'daily_limit'
  | 'insufficient'

/** The outcome decides which are null. Amounts are in units of 0.00000001 USD. */
type PlacingColumns = {
  service_name: string | null
  price: bigint | null
  min: number | null
  max: number | null
  balance: bigint | null
  owed: bigint | null
  id: bigint | null
  created_at: Date | null
  balance_after: bigint | null
  /** Where it will be sent; null if no provider supplies its service. */
  provider_id: number | null
} & Partial<KeySpending>

/** For the item's key and for all keys: the daily limit, and what is spent of it after the statement; null without. */
export type KeySpending = {
  own_limit: bigint | null
  own_spent: bigint | null
  all_limit: bigint | null
  all_spent: bigint | null
}

/** The result for one order. */
export type Placing = PlacingColumns & { outcome: PlacingOutcome }

/**
 * Nothing was decided or written. `locked`: another tx holds the account, or its shard was moved. `again`: earlier orders of the same account
 * came first; retry.
 */
export type Undecided = PlacingColumns & ({ outcome: 'locked' } | { outcome: 'again' })

/** How long a statement waits for a lock that it can't skip. */
const LOCK_TIMEOUT = '250ms'

const statementsOf = (make: (locking: Locking, byKey: boolean) => string) => ({
  plain: { skip: make('skip', false), wait: make('wait', false) },
  byKey: { skip: make('skip', true), wait: make('wait', true) },
})
const one = statementsOf(placeOneStatement)
const many = statementsOf(placeManyStatement)
const manyOfShard = statementsOf((locking, byKey) => placeManyStatement(locking, byKey, true))

/** The parameters of the statements in order: one value each, or one array each. */
const parameters: readonly ((item: OrderToPlace) => unknown)[] = [
  ({ userId }) => userId,
  ({ serviceId }) => serviceId,
  ({ link }) => link,
  ({ quantity }) => quantity,
  ({ seenPrice }) => seenPrice,
  ({ details }) => JSON.stringify(details),
  ({ idempotencyKey }) => idempotencyKey,
  ({ requestHash }) => requestHash,
  ({ keyId }) => keyId,
]

/** One row per item, in order. With `wait` all items must be one customer's, on a cluster those of one shard. */
export async function placeRows(
  { pool, cluster }: Pick<Context, 'pool' | 'cluster'>,
  items: readonly OrderToPlace[],
  locking: Locking,
): Promise<(Placing | Undecided)[]> {
  const { rows } = await pool.query<Placing | Undecided>(toQuery(items, locking, cluster))
  return rows
}

/** The same for one customer's items within a tx. */
export async function placeRowsIn(
  { cluster }: Pick<Context, 'cluster'>,
  tx: Tx,
  items: readonly OrderToPlace[],
): Promise<(Placing | Undecided)[]> {
  const { text, values } = toQuery(items, 'wait', cluster)
  const { rows } = await tx.executeQuery<Placing | Undecided>(CompiledQuery.raw(text, values))
  return rows
}

function toQuery(items: readonly OrderToPlace[], locking: Locking, cluster: Cluster | undefined) {
  const [first, ...others] = items
  const isOne = first !== undefined && others.length === 0 && cluster === undefined
  const of = (read: (item: OrderToPlace) => unknown) => (isOne ? read(first) : items.map(read))
  const kind = items.some(({ keyId }) => keyId !== null) ? 'byKey' : 'plain'
  const statements = isOne ? one : cluster === undefined ? many : manyOfShard
  return {
    name: `place-${isOne ? 'one' : 'many'}-${locking}-${kind}`,
    text: statements[kind][locking],
    values: [...parameters.map(of), LOCK_TIMEOUT],
  }
}
