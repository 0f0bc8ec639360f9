import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'

import type { OrderDetails } from '#contract/orders/order-rules.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { ServiceType } from '#contract/catalogue/service-types.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { type Locking, placeManyStatement, placeOneStatement } from './place-orders-statement.ts'

/** An order as its type's rules left it, ready to be priced and charged. */
export type OrderToPlace = {
  userId: number
  serviceId: number
  link: string
  quantity: number
  /** What the client says it was shown, in units; compared, never believed. */
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

/** Which of them are there follows from the outcome. Amounts are units of 0.00000001 USD. */
type PlacingColumns = {
  service_name: string | null
  price: bigint | null
  min: number | null
  max: number | null
  balance: bigint | null
  id: bigint | null
  created_at: Date | null
  balance_after: bigint | null
  /** Where it will be sent; null where no provider has its service. */
  provider_id: number | null
}

/** What became of an order. */
export type Placing = PlacingColumns & { outcome: PlacingOutcome }

/**
 * Nothing was decided or written. `locked`: the account is in other hands. `again`: others of the account went
 * first, so it is to be tried once more.
 */
export type Undecided = PlacingColumns & ({ outcome: 'locked' } | { outcome: 'again' })

/** How long a statement waits for a lock that it can not leave out. */
const LOCK_TIMEOUT = '250ms'

const statements = {
  skip: { one: placeOneStatement('skip'), many: placeManyStatement('skip') },
  wait: { one: placeOneStatement('wait'), many: placeManyStatement('wait') },
} satisfies Record<Locking, { one: string; many: string }>

/** What both statements are given of an order, in the order of their parameters: a value each, or an array. */
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

/** One row per item, in order. Where it is to wait, the items are one customer's. */
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

/** The same for one customer's items, within a tx: what it decides is so once that commits. */
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

/**
 * What customers may order by itself; whether it can be delivered is the catalogue's and the queue's matter. Not what
 * comes from a provider alone whose costs are in doubt.
 */
export async function listSoldServices(
  pool: Pool,
  ids: readonly number[],
): Promise<{ id: number; type: string; platform: string; category: string; min: number; max: number }[]> {
  const { rows } = await pool.query(
    `select services.id, type, services.platform, categories.name as category, min, max
    from services join categories on categories.id = category_id
    where services.id = any ($1::int[]) and is_active and deleted_at is null and (
      not exists (select from supplies join providers on providers.id = supplies.provider_id
        where supplies.service_id = services.id and not has_trusted_costs)
      or exists (select from supplies join providers on providers.id = supplies.provider_id
        where supplies.service_id = services.id and supplies.is_active and is_enabled and has_trusted_costs))`,
    [ids],
  )
  return rows
}

export type SoldRate = { type: ServiceType; rate: bigint }

/** By the services' ids. */
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

/** The order of a key, with the balance that it left: what its first answer said. */
export async function findOrderByKey(
  db: Kysely<DB>,
  { userId, idempotencyKey }: { userId: number; idempotencyKey: string },
) {
  return db
    .selectFrom('orders')
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.user_id', '=', 'orders.user_id')
        .onRef('transactions.order_id', '=', 'orders.id')
        .on('transactions.type', '=', 'order'),
    )
    .select([
      'orders.id',
      'orders.service_id',
      'orders.service_name',
      'orders.link',
      'orders.quantity',
      'orders.price',
      'orders.created_at',
      'orders.request_hash',
      'transactions.balance_after',
    ])
    .where('orders.user_id', '=', userId)
    .where('orders.idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

/** Answers how many orders lost their key, at most `max`. */
export async function forgetOldKeys(
  db: Kysely<DB>,
  { before, max }: { before: Date; max: number },
): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    update orders set idempotency_key = null, request_hash = null
    where (user_id, id) in (
      select user_id, id from orders where idempotency_key is not null and created_at < ${before}
      order by created_at limit ${max} for update skip locked)`.execute(db)
  return numAffectedRows
}
