import { type Kysely, sql } from 'kysely'

import type { OrderDetails } from '#contract/order-rules.ts'
import type { DispatchState, OrderStatus } from '#contract/order-statuses.ts'
import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'

import { needsAttention } from '#server/orders/state/review-queries.ts'
import { containing, toNamedId } from '#server/database/search-text.ts'
import { hasOpenRefill, orderColumns } from '#server/orders/reading/reading-queries.ts'

/** A word in links and names is looked for among that many of the newest orders, so that the desk never scans all. */
const SEARCHED_MAX = 100_000

export type DeskFilter = {
  userId: number | undefined
  /** Any of these. */
  status: readonly OrderStatus[] | undefined
  dispatch: DispatchState | undefined
  needsAttention: boolean
  search: string | undefined
  before: bigint | undefined
  count: number
}

/**
 * Orders of everyone, newest first. A state of the sending matters while the order is PENDING only: a refunded one
 * does not wait for anybody. A search finds an order's id, a provider's id, an email's beginning, or a word.
 */
export async function listDeskRows(db: Kysely<DB>, filter: DeskFilter) {
  const { userId, status, dispatch, search = '', before, count } = filter
  let query = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(orderColumns)
    .select(['users.email as user_email', hasOpenRefill])
  if (userId !== undefined) query = query.where('orders.user_id', '=', userId)
  if (status !== undefined) query = query.where('orders.status', 'in', status)
  if (dispatch !== undefined)
    query = query.where('orders.dispatch', '=', dispatch === 'sending' ? 'queued' : dispatch)
  if (dispatch !== undefined && dispatch !== 'accepted' && dispatch !== 'rejected')
    query = query.where('orders.status', '=', 'PENDING').where(isPlaced(dispatch))
  if (filter.needsAttention) query = query.where(needsAttention)
  if (before !== undefined) query = query.where('orders.id', '<', before)
  const id = toNamedId(search)
  if (id !== undefined) query = query.where('orders.id', 'in', idsNamed(id, search))
  else if (search.includes('@'))
    query = query.where('users.email', 'like', containing(search.toLowerCase()).slice(1))
  else if (search !== '')
    query = query
      .where('orders.id', '>', sql<bigint>`(select last_value from order_ids) - ${SEARCHED_MAX}`)
      .where((either) =>
        either.or([
          either('orders.link', 'ilike', containing(search)),
          either('orders.service_name', 'ilike', containing(search)),
        ]),
      )
  return query.orderBy('orders.id', 'desc').limit(count).execute()
}

/** By the index that serves the list: as many rows as there are to look at. */
export async function countAttentionRows(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(needsAttention)
    .executeTakeFirstOrThrow()
  return count
}

/** Those that wait are found by their places in the queue: however many orders there are, few wait. */
function isPlaced(dispatch: 'queued' | 'sending' | 'unknown' | 'review') {
  const held = sql.raw(dispatch === 'queued' ? 'is null' : 'is not null')
  return sql<boolean>`(orders.user_id, orders.id) in (
    select place.user_id, place.order_id from dispatch_queue place where place.token ${held})`
}

function idsNamed(id: bigint, text: string) {
  return sql<bigint>`(select ${id}::bigint union all select order_id from provider_orders
    where provider_id in (select id from providers) and provider_order = ${text.replace(/^#/, '')})`
}

/** An order by its id alone. */
export async function findDeskRow(db: Kysely<DB>, id: bigint) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(orderColumns)
    .select(['users.email as user_email', hasOpenRefill])
    .where('orders.id', '=', id)
    .executeTakeFirst()
}

/** The try that the order stands by now. */
export async function findAttempt(
  db: Kysely<DB>,
  { user_id, id, attempts }: { user_id: number; id: bigint; attempts: number },
) {
  return db
    .selectFrom('order_attempts')
    .select(['user_id', 'order_id', 'number', 'token', 'provider_id'])
    .where('user_id', '=', user_id)
    .where('order_id', '=', id)
    .where('number', '=', attempts)
    .executeTakeFirst()
}

/** A provider's order id that is an order's, and the sending that brought it. */
export type HeldId = {
  user_id: number
  order_id: bigint
  number: number
  provider_id: number
  provider_order: string
}

/** The newest first. */
export async function listHeldIds(
  tx: Tx,
  { user_id, id }: { user_id: number; id: bigint },
): Promise<HeldId[]> {
  const { rows } = await sql<HeldId>`
select tried.user_id, tried.order_id, tried.number, tried.provider_id, tried.provider_order
from order_attempts tried join provider_orders held
  on held.provider_id = tried.provider_id and held.provider_order = tried.provider_order
where tried.user_id = ${user_id} and tried.order_id = ${id} and held.user_id = ${user_id} and held.order_id = ${id}
order by tried.number desc`.execute(tx)
  return rows
}

/**
 * The id is nobody's from now on. What it stood for is unknown, with nothing left of that other order's figures, and
 * under a token that nobody has: an answer that brought the id once does not bring it back.
 */
export async function freeId(
  tx: Tx,
  { user_id, order_id, provider_id, provider_order }: HeldId,
): Promise<void> {
  await tx
    .deleteFrom('provider_orders')
    .where('provider_id', '=', provider_id)
    .where('provider_order', '=', provider_order)
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .execute()
  await tx
    .updateTable('order_attempts')
    .set({
      state: 'unknown',
      token: sql<string>`gen_random_uuid()`,
      error: `It held the provider's order ${provider_order}, which was released`,
      provider_order: null,
      charge: null,
      charge_currency: null,
      open_charge: null,
      pieces: null,
    })
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('provider_id', '=', provider_id)
    .where('provider_order', '=', provider_order)
    .execute()
}

export async function listAttemptRows(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  return db
    .selectFrom('order_attempts')
    .leftJoin('providers', 'providers.id', 'order_attempts.provider_id')
    .select(['number', 'state', 'providers.name as provider', 'provider_service', 'provider_order', 'cost'])
    .select(['error', 'started_at', 'finished_at', 'evidence', 'charge', 'charge_currency'])
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .orderBy('number', 'desc')
    .limit(100)
    .execute()
}

/** What every sending of it says, but for the provider's service. */
export async function findSentRow(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  const row = await db
    .selectFrom('orders')
    .select(['service_type', 'link', 'quantity', 'details'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, details: row.details as OrderDetails } // as placing wrote it
}

export type UsableSupply = {
  id: number
  provider_id: number
  provider: string
  service: string
  cost: bigint
  /** It may be sent there now: nothing is, that costs more than was paid, unless the operator said so of the service. */
  fits: boolean
}

/** Supplies of its service, those first that are tried first. */
export async function listUsableSupplies(
  db: Kysely<DB>,
  { userId, id }: { userId: number; id: bigint },
): Promise<UsableSupply[]> {
  const { rows } = await sql<UsableSupply>`
select supplies.id, supplies.provider_id, providers.name as provider, provider_service as service, cost_rate as cost,
  supplies.is_active and is_enabled and key_ciphertext is not null and is_currency_settled
    and (cost_rate <= orders.rate or services.below_cost) as fits
from orders join services on services.id = orders.service_id
join supplies on supplies.service_id = services.id and removed_at is null
join providers on providers.id = supplies.provider_id
where orders.user_id = ${userId} and orders.id = ${id}
order by priority, supplies.id`.execute(db)
  return rows
}
