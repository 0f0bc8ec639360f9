import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { countOut, joinIncident, leaveIncident } from './incidents.ts'
import type { LockedOrder, OrderKey } from './order-queries.ts'

/** Where an order is sent next. */
export type Supply = { supply_id: number; provider_id: number }

/**
 * SQL condition on `providers`: it takes orders now. Without trusted costs (currency in doubt, or charges that don't fit
 * the rates) nothing is sent, because an order's cost is unknown.
 */
export const takesOrders = `(providers.is_enabled and providers.has_trusted_costs
      and providers.sending_stopped_at is null and providers.sending_paused_until is null)`

/** SQL condition on `supplies` and `providers`: only a few orders are sent until the supply's first charge is read. */
export const awaitsFirstCharge = `(supplies.first_charge = 'awaited' and providers.first_orders is not null)`

/**
 * SQL subquery: the supply to try first at a customer's rate. Providers that take orders now come before paused ones; excluded
 * are untrusted costs, costs above the rate (unless the service is sold below cost), and with `order` the supplies that already
 * refused that order. All arguments are SQL expressions; `also` is a further condition on `tried`.
 */
export function firstSupply(
  { service, rate, belowCost }: { service: string; rate: string; belowCost: string },
  order?: { userId: string; id: string; also: string },
): string {
  const untried =
    order === undefined
      ? ''
      : `and not exists (select from order_attempts tried where tried.user_id = ${order.userId}
          and tried.order_id = ${order.id} and tried.supply_id = supplies.id and tried.state = 'rejected' ${order.also})`
  return `select supplies.id as supply_id, supplies.provider_id
    from supplies join providers on providers.id = supplies.provider_id
    where supplies.service_id = ${service} and supplies.is_active and providers.is_enabled
      and providers.has_trusted_costs and (supplies.cost_rate <= ${rate} or ${belowCost}) ${untried}
    order by providers.sending_stopped_at is not null or providers.sending_paused_until is not null, priority, supplies.id
    limit 1`
}

/** The next supply for a row of `orders`; on a cluster `customers` are those of the statement. */
export function nextSupplyOfOrder(customers?: readonly number[]): string {
  return firstSupply(
    {
      service: 'orders.service_id',
      rate: 'orders.rate',
      belowCost: '(select below_cost from services where services.id = orders.service_id)',
    },
    {
      userId: 'orders.user_id',
      id: 'orders.id',
      also: customers === undefined ? '' : `and tried.user_id in (${customers.join()})`,
    },
  )
}

/** Undefined if every supply refused the order, costs too much, or there is none. */
export async function findNextSupply(db: Kysely<DB>, { userId, id }: OrderKey): Promise<Supply | undefined> {
  const { rows } = await sql<Supply>`
select next.* from orders cross join lateral (${sql.raw(nextSupplyOfOrder([userId]))}) next
where orders.user_id = ${userId} and orders.id = ${id}`.execute(db)
  return rows[0]
}

/** The order's entry in the dispatch queue, if it has one. */
export async function findQueueEntry(db: Kysely<DB>, { userId, id }: OrderKey) {
  return db
    .selectFrom('dispatch_queue')
    .select(['token', 'tries'])
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .executeTakeFirst()
}

/** An order's state when it was locked, even if its row has changed since. */
type Moved = Pick<LockedOrder, 'user_id' | 'id' | 'dispatch'>

/**
 * Only orders in review are in an incident; for others, such as each order of an outage, nothing is read. The
 * constraint `dispatch_queue_incident_is_held` refuses to move an entry that is still in one.
 */
async function leaveReview(tx: Tx, order: Moved): Promise<void> {
  if (order.dispatch === 'review') await leaveIncident(tx, { userId: order.user_id, id: order.id })
}

/** Releases the claim; the order is sent again by the same supply in `seconds`. */
export async function requeue(tx: Tx, order: Moved, seconds: number): Promise<void> {
  await leaveReview(tx, order)
  await tx
    .updateTable('dispatch_queue')
    .set({ token: null, lease_until: null, due_at: inSeconds(seconds) })
    .where('user_id', '=', order.user_id)
    .where('order_id', '=', order.id)
    .execute()
}

/** Queues the order for a supply immediately, moving its entry if it has one. Without a supply it waits. */
export async function enqueue(tx: Tx, order: Moved, supply: Supply | undefined): Promise<void> {
  await leaveReview(tx, order)
  const { user_id: userId, id } = order
  const { supply_id = null, provider_id = null } = supply ?? {}
  await sql`
insert into dispatch_queue (user_id, order_id, supply_id, provider_id, due_at, tries)
select ${userId}::int, ${id}::bigint, ${supply_id}::int, ${provider_id}::int, now(), coalesce(max(number), 0)
from order_attempts where user_id = ${userId} and order_id = ${id}
on conflict (user_id, order_id) do update set supply_id = excluded.supply_id, provider_id = excluded.provider_id,
  due_at = excluded.due_at, token = null, lease_until = null`.execute(tx)
}

/** Keeps the claim for a late reply; after `seconds` the order goes to review. */
export async function awaitLateReply(tx: Tx, order: Moved, seconds: number): Promise<void> {
  await leaveReview(tx, order)
  await tx
    .updateTable('dispatch_queue')
    .set({ lease_until: inSeconds(seconds) })
    .where('user_id', '=', order.user_id)
    .where('order_id', '=', order.id)
    .where('token', 'is not', null)
    .execute()
}

/**
 * Holds the order, which is already in review, for a manual decision. Without a queue entry it gets one with a random
 * token, which no worker can claim.
 */
export async function holdForReview(tx: Tx, { userId, id }: OrderKey): Promise<void> {
  await sql`
insert into dispatch_queue (user_id, order_id, token, due_at, tries)
select ${userId}::int, ${id}::bigint, ${randomUUID()}::uuid, now(), coalesce(max(number), 0)
from order_attempts where user_id = ${userId} and order_id = ${id}
on conflict (user_id, order_id) do update set lease_until = null, due_at = excluded.due_at`.execute(tx)
  await joinIncident(tx, { userId, id })
}

/** Removes the order's entry. */
export async function leaveQueue(tx: Tx, { userId, id }: OrderKey): Promise<void> {
  const entry = await tx
    .deleteFrom('dispatch_queue')
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .returning(['incident_id', 'tries'])
    .executeTakeFirst()
  if (entry !== undefined) await countOut(tx, { userId, id }, entry)
}

/** Removes the entry unless it has been claimed for sending. If it returns false, the order must not be ended. */
export async function leaveUnsent(tx: Tx, key: OrderKey): Promise<boolean> {
  return (await takeUnsent(tx, key)) !== undefined
}

/**
 * Replaces the entry with one for the same supply at the same time, so that an earlier claim can't send the order's old
 * content. Undefined if it has been claimed for sending; then the order must not be changed.
 */
export async function renewUnsent(
  tx: Tx,
  key: OrderKey,
): Promise<{ provider_id: number | null } | undefined> {
  const entry = await takeUnsent(tx, key)
  if (entry !== undefined) await tx.insertInto('dispatch_queue').values(entry).execute()
  return entry
}

/** Read under the entry's lock: rerouting may have changed it until then. */
async function takeUnsent(tx: Tx, { userId, id }: OrderKey) {
  return tx
    .deleteFrom('dispatch_queue')
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .where('token', 'is', null)
    .returning(['user_id', 'order_id', 'supply_id', 'provider_id', 'due_at', 'tries'])
    .executeTakeFirst()
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
