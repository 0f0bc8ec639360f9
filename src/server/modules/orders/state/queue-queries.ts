import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import type { OrderKey } from './order-queries.ts'

/** Where an order is sent next. */
export type Supply = { supply_id: number; provider_id: number }

/**
 * A provider takes orders now, as SQL on `providers`. Where the currency of its costs is in doubt, or what it charges does
 * not fit its rates, nothing is sent, queued or new: what an order would cost there is not known.
 */
export const takesOrders = `(providers.is_enabled and providers.has_trusted_costs
      and providers.sending_stopped_at is null and providers.sending_paused_until is null)`

/** Few orders are sent by the supply until its first charge is read, as SQL on `supplies` and `providers`. */
export const awaitsFirstCharge = `(supplies.first_charge = 'awaited' and providers.first_orders is not null)`

/**
 * The supply that is tried first for somebody who pays that rate, as SQL: one whose provider takes orders now before
 * one whose provider is paused, none whose costs are in doubt, and none that costs more than the rate, unless the
 * operator sells the service below cost. The terms are expressions; `order` names the alias of an order whose refusals
 * count.
 */
export function firstSupply(
  { service, rate, belowCost }: { service: string; rate: string; belowCost: string },
  order?: { userId: string; id: string },
): string {
  const untried =
    order === undefined
      ? ''
      : `and not exists (select from order_attempts tried where tried.user_id = ${order.userId}
          and tried.order_id = ${order.id} and tried.supply_id = supplies.id and tried.state = 'rejected')`
  return `select supplies.id as supply_id, supplies.provider_id
    from supplies join providers on providers.id = supplies.provider_id
    where supplies.service_id = ${service} and supplies.is_active and providers.is_enabled
      and providers.has_trusted_costs and (supplies.cost_rate <= ${rate} or ${belowCost}) ${untried}
    order by providers.sending_stopped_at is not null or providers.sending_paused_until is not null, priority, supplies.id
    limit 1`
}

/** For an order that is there, at its rate. */
export const nextSupplyOfOrder = firstSupply(
  {
    service: 'orders.service_id',
    rate: 'orders.rate',
    belowCost: '(select below_cost from services where services.id = orders.service_id)',
  },
  { userId: 'orders.user_id', id: 'orders.id' },
)

/** Of an order that is there; undefined where every supply has refused it or costs too much, or there is none. */
export async function findNextSupply(db: Kysely<DB>, { userId, id }: OrderKey): Promise<Supply | undefined> {
  const { rows } = await sql<Supply>`
select next.* from orders cross join lateral (${sql.raw(nextSupplyOfOrder)}) next
where orders.user_id = ${userId} and orders.id = ${id}`.execute(db)
  return rows[0]
}

/** As it stands in the queue; undefined for one that nothing is waited for. */
export async function findPlace(db: Kysely<DB>, { userId, id }: OrderKey) {
  return db
    .selectFrom('dispatch_queue')
    .select(['token', 'tries'])
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .executeTakeFirst()
}

/** Sent again, where it was, in so many seconds. */
export async function putBack(tx: Tx, { userId, id }: OrderKey, seconds: number): Promise<void> {
  await tx
    .updateTable('dispatch_queue')
    .set({ token: null, lease_until: null, due_at: inSeconds(seconds) })
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .execute()
}

/** Sent by that supply as soon as may be, whether it has a place in the queue or not. Without one it waits. */
export async function enqueue(tx: Tx, { userId, id }: OrderKey, supply: Supply | undefined): Promise<void> {
  const { supply_id = null, provider_id = null } = supply ?? {}
  const next = { supply_id, provider_id, due_at: sql<Date>`now()`, token: null, lease_until: null }
  await tx
    .insertInto('dispatch_queue')
    .values({ user_id: userId, order_id: id, ...next, tries: countTries({ userId, id }) })
    .onConflict((conflict) => conflict.columns(['user_id', 'order_id']).doUpdateSet(next))
    .execute()
}

/** The token that it stands by stays; in so many seconds what is known of it is laid before a person. */
export async function awaitLateReply(tx: Tx, { userId, id }: OrderKey, seconds: number): Promise<void> {
  await tx
    .updateTable('dispatch_queue')
    .set({ lease_until: inSeconds(seconds) })
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .where('token', 'is not', null)
    .execute()
}

/** From now on a person decides. One without a place gets it, under a token that nobody has. */
export async function awaitPerson(tx: Tx, { userId, id }: OrderKey): Promise<void> {
  const waiting = { lease_until: null, due_at: sql<Date>`now()` }
  const token = sql<string>`gen_random_uuid()`
  await tx
    .insertInto('dispatch_queue')
    .values({ user_id: userId, order_id: id, token, ...waiting, tries: countTries({ userId, id }) })
    .onConflict((conflict) => conflict.columns(['user_id', 'order_id']).doUpdateSet(waiting))
    .execute()
}

/** Nothing is waited for any more. */
export async function leaveQueue(tx: Tx, { userId, id }: OrderKey): Promise<void> {
  await tx.deleteFrom('dispatch_queue').where('user_id', '=', userId).where('order_id', '=', id).execute()
}

/** The same, unless it was claimed for being sent meanwhile. Answers whether it was not. */
export async function leaveUnsent(tx: Tx, { userId, id }: OrderKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('dispatch_queue')
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .where('token', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function countTries({ userId, id }: OrderKey) {
  return sql<number>`(select coalesce(max(number), 0) from order_attempts
    where user_id = ${userId} and order_id = ${id})`
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
