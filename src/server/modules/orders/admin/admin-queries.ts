import { type Kysely, sql } from 'kysely'

import type { OrderDetails } from '#contract/orders/order-rules.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { needsAttention } from '#server/modules/orders/state/review-queries.ts'
import { hasOpenRefill, orderColumns } from '#server/modules/orders/reading/reading-queries.ts'

/** By the index that serves the list, and no more than `max` of it: an outage may leave 100,000 to look at. */
export async function countAttentionRows(db: Kysely<DB>, max: number): Promise<number> {
  const some = db.selectFrom('orders').select('id').where(needsAttention).orderBy('id').limit(max)
  const { count } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
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
 * under a token that nobody has: an answer that brought the id once does not bring it back. `written_in` has the reports
 * count the days of that attempt again.
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
      written_in: sql`pg_current_xact_id()::text::bigint`,
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
    .leftJoin('attempt_exchanges as said', (join) =>
      join
        .onRef('said.user_id', '=', 'order_attempts.user_id')
        .onRef('said.order_id', '=', 'order_attempts.order_id')
        .onRef('said.number', '=', 'order_attempts.number'),
    )
    .select(['order_attempts.number', 'state', 'order_attempts.provider_id', 'providers.name as provider'])
    .select('provider_service')
    .select(['provider_order', 'cost', 'error', 'started_at', 'finished_at', 'evidence', 'charge'])
    .select('order_attempts.said as sentence')
    .select(['charge_currency', 'said.request as said_request', 'said.status as said_status'])
    .select('said.answer as said_answer')
    .where('order_attempts.user_id', '=', userId)
    .where('order_attempts.order_id', '=', id)
    .orderBy('order_attempts.number', 'desc')
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
  supplies.is_active and is_enabled and key_ciphertext is not null and has_trusted_costs
    and (cost_rate <= orders.rate or services.below_cost) as fits
from orders join services on services.id = orders.service_id
join supplies on supplies.service_id = services.id and removed_at is null
join providers on providers.id = supplies.provider_id
where orders.user_id = ${userId} and orders.id = ${id}
order by priority, supplies.id`.execute(db)
  return rows
}
