import { type Kysely, sql } from 'kysely'

import type { DispatchState, OrderStatus } from '#contract/orders.ts'
import type { DB } from '#server/database/tables.ts'

import { containing, hasOpenRefill, orderColumns, toOrderId } from '#server/orders/reading/reading-queries.ts'

/** A word in links and names is looked for among that many of the newest orders, so that the desk never scans all. */
const SEARCHED_MAX = 100_000

export type DeskFilter = {
  userId: number | undefined
  status: OrderStatus | undefined
  dispatch: DispatchState | undefined
  search: string | undefined
  before: bigint | undefined
  count: number
}

/**
 * Orders of everyone, newest first. A state of the sending matters while the order is PENDING only: a refunded one
 * does not wait for anybody. A search finds an order's id, a provider's id, an email's beginning, or a word.
 */
export async function listDeskRows(
  db: Kysely<DB>,
  { userId, status, dispatch, search = '', before, count }: DeskFilter,
) {
  let query = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(orderColumns)
    .select(['users.email as user_email', hasOpenRefill])
  if (userId !== undefined) query = query.where('orders.user_id', '=', userId)
  if (status !== undefined) query = query.where('orders.status', '=', status)
  if (dispatch !== undefined) query = query.where('orders.dispatch', '=', dispatch)
  if (dispatch !== undefined && dispatch !== 'accepted' && dispatch !== 'rejected')
    query = query.where('orders.status', '=', 'PENDING')
  if (before !== undefined) query = query.where('orders.id', '<', before)
  const id = toOrderId(search)
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

export async function listAttemptRows(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  return db
    .selectFrom('order_attempts')
    .leftJoin('providers', 'providers.id', 'order_attempts.provider_id')
    .select(['number', 'state', 'providers.name as provider', 'provider_service', 'provider_order', 'cost'])
    .select(['error', 'started_at', 'finished_at', 'evidence'])
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .orderBy('number', 'desc')
    .limit(100)
    .execute()
}
