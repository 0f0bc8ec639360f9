import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool } from 'pg'

import type { OrderDetails } from '#contract/orders/order-rules.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { ServiceType } from '#contract/catalogue/service-types.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
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
}

export type PlacingOutcome =
  | 'placed'
  | 'replayed'
  | 'no_account'
  | 'no_service'
  | 'out_of_range'
  | 'unavailable'
  | 'price_changed'
  | 'insufficient'

/** The outcome decides which are null. Amounts are in units of 0.00000001 USD. */
type PlacingColumns = {
  service_name: string | null
  price: bigint | null
  min: number | null
  max: number | null
  balance: bigint | null
  id: bigint | null
  created_at: Date | null
  balance_after: bigint | null
  /** Where it will be sent; null if no provider has its service. */
  provider_id: number | null
}

/** The result for one order. */
export type Placing = PlacingColumns & { outcome: PlacingOutcome }

/**
 * Nothing was decided or written. `locked`: another tx holds the account. `again`: earlier orders of the same account went
 * first; try once more.
 */
export type Undecided = PlacingColumns & ({ outcome: 'locked' } | { outcome: 'again' })

/** How long a statement waits for a lock that it can't skip. */
const LOCK_TIMEOUT = '250ms'

const statements = {
  skip: { one: placeOneStatement('skip'), many: placeManyStatement('skip') },
  wait: { one: placeOneStatement('wait'), many: placeManyStatement('wait') },
} satisfies Record<Locking, { one: string; many: string }>

/** The parameters of both statements in order: one value each, or one array each. */
const parameters: readonly ((item: OrderToPlace) => unknown)[] = [
  ({ userId }) => userId,
  ({ serviceId }) => serviceId,
  ({ link }) => link,
  ({ quantity }) => quantity,
  ({ seenPrice }) => seenPrice,
  ({ details }) => JSON.stringify(details),
  ({ idempotencyKey }) => idempotencyKey,
  ({ requestHash }) => requestHash,
]

/** One row per item, in order. With `wait` all items must be one customer's. */
export async function placeRows(
  pool: Pool,
  items: readonly OrderToPlace[],
  locking: Locking,
): Promise<(Placing | Undecided)[]> {
  const { rows } = await pool.query<Placing | Undecided>({
    name: `place-${items.length === 1 ? 'one' : 'many'}-${locking}`,
    ...toQuery(items, locking),
  })
  return rows
}

/** The same for one customer's items within a tx. */
export async function placeRowsIn(tx: Tx, items: readonly OrderToPlace[]): Promise<(Placing | Undecided)[]> {
  const { text, values } = toQuery(items, 'wait')
  const { rows } = await tx.executeQuery<Placing | Undecided>(CompiledQuery.raw(text, values))
  return rows
}

function toQuery(items: readonly OrderToPlace[], locking: Locking): { text: string; values: unknown[] } {
  const [only, ...others] = items
  const isOne = only !== undefined && others.length === 0
  return {
    text: statements[locking][isOne ? 'one' : 'many'],
    values: [...parameters.map((read) => (isOne ? read(only) : items.map(read))), LOCK_TIMEOUT],
  }
}

export type SoldRate = { type: ServiceType; rate: bigint }

/** Type and catalogue rate of the active services among `ids`, by id. */
export async function listSoldRates(
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SoldRate>> {
  const rows = await db
    .selectFrom('services')
    .select(['id', 'type', 'rate'])
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  const sold = rows.map(({ id, type, rate }) => ({ id, type: toServiceType(type), rate }))
  return new Map(sold.flatMap(({ id, type, rate }) => (type === undefined ? [] : [[id, { type, rate }]])))
}
