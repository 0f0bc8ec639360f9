import { CompiledQuery } from 'kysely'

import type { OrderDetails } from '#contract/orders/order-rules.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'

import { placeOnShard } from './place-on-shard.ts'
import {
  judgeManyStatement,
  type Locking,
  placeManyStatement,
  placeOneStatement,
} from './place-orders-statement.ts'

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
const judgeMany = statementsOf(judgeManyStatement)

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

/** What placing needs: a single PostgreSQL takes it in one statement, a cluster in a tx. */
export type Through = Pick<Context, 'pool' | 'cluster' | 'db' | 'events'>

/** One row per item, in order. With `wait` all items must be one customer's, on a cluster those of one shard. */
export async function placeRows(
  through: Through,
  items: readonly OrderToPlace[],
  locking: Locking,
): Promise<(Placing | Undecided)[]> {
  if (through.cluster !== undefined)
    return transact(through, (tx) => placeOnShard(tx, items, toJudging(items, locking)))
  const { rows } = await through.pool.query<Placing | Undecided>(toQuery(items, locking))
  return rows
}

/** The same for one customer's items within a tx. */
export async function placeRowsIn(
  { cluster }: Pick<Context, 'cluster'>,
  tx: Tx,
  items: readonly OrderToPlace[],
): Promise<(Placing | Undecided)[]> {
  if (cluster !== undefined) return placeOnShard(tx, items, toJudging(items, 'wait'))
  const { text, values } = toQuery(items, 'wait')
  const { rows } = await tx.executeQuery<Placing | Undecided>(CompiledQuery.raw(text, values))
  return rows
}

function toQuery(items: readonly OrderToPlace[], locking: Locking) {
  const [first, ...others] = items
  const isOne = first !== undefined && others.length === 0
  const kind = kindOf(items)
  return {
    name: `place-${isOne ? 'one' : 'many'}-${locking}-${kind}`,
    text: (isOne ? one : many)[kind][locking],
    values: [...parameters.map((read) => (isOne ? read(first) : items.map(read))), LOCK_TIMEOUT],
  }
}

function toJudging(items: readonly OrderToPlace[], locking: Locking) {
  const values = [...parameters.map((read) => items.map(read)), LOCK_TIMEOUT]
  return { judge: judgeMany[kindOf(items)][locking], values }
}

function kindOf(items: readonly OrderToPlace[]): 'byKey' | 'plain' {
  return items.some(({ keyId }) => keyId !== null) ? 'byKey' : 'plain'
}
