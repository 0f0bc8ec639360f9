import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type ChargedSupply = {
  /** Per 1000 in the provider's currency, a decimal text; what was not kept there is made from the cost in USD. */
  known: string
  /** Few orders go there until a charge is read. */
  awaits_charge: boolean
  service_id: number
  provider_service: string
}

/** What a charge is compared with. Undefined where the supply or its service is gone. */
export async function findChargedSupply(db: Kysely<DB>, id: number): Promise<ChargedSupply | undefined> {
  const { rows } = await sql<ChargedSupply>`
    select trim_scale(coalesce(cost_own, ceil(cost_rate / 100000000.0 / usd_per_unit * 1e18) / 1e18))::text as known,
      first_charge = 'awaited' and first_orders is not null as awaits_charge, service_id, provider_service
    from supplies join services on services.id = service_id join providers on providers.id = provider_id
    where supplies.id = ${id} and services.deleted_at is null and removed_at is null`.execute(db)
  return rows[0]
}

/** A supply's first charge is read: from now on its orders are sent as they come. */
export async function setFirstCharge(tx: Tx, id: number, orderId: bigint): Promise<void> {
  await sql`
    update supplies set first_charge = 'read', first_charge_order = ${orderId}
    where id = ${id} and first_charge = 'awaited'`.execute(tx)
}

/** None came in time. Answers whether it was awaited until now. */
export async function giveUpFirstCharge(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update supplies set first_charge = 'missing' where id = ${id} and first_charge = 'awaited'`.execute(tx)
  return numAffectedRows > 0n
}

/** A person says that a supply's rate is right. */
export async function trustSupply(tx: Tx, id: number): Promise<void> {
  await sql`update supplies set first_charge = 'read' where id = ${id}`.execute(tx)
}

/** What its charges have shown was of other rates. */
export async function awaitFirstCharges(tx: Tx, providerId: number): Promise<void> {
  await sql`
    update supplies set first_charge = 'awaited', first_charge_since = now(), first_charge_order = null
    where provider_id = ${providerId}`.execute(tx)
}

/**
 * Where a charge is still awaited few orders are sent from now on, and the time for it begins now: what was sent before there
 * was a limit, and how long the provider was held, count for nothing.
 */
export async function countFirstOrders(tx: Tx, providerId: number): Promise<void> {
  await sql`
    update supplies set first_charge_since = now()
    where provider_id = ${providerId} and first_charge = 'awaited'`.execute(tx)
}

/** Where this order's charge was the first one: it was another order's. */
export async function forgetFirstCharge(tx: Tx, orderId: bigint): Promise<void> {
  await sql`
    update supplies set first_charge = 'awaited', first_charge_since = now(), first_charge_order = null
    where first_charge_order = ${orderId}`.execute(tx)
}

export type Learned = {
  supply_id: number
  provider_id: number
  service_id: number
  provider_service: string
  cost_own_before: string | null
  cost_before: bigint
  cost_own_after: string | null
  cost_after: bigint
  rate_before: bigint
  rate_after: bigint
}

/** What a supply costs since these orders told it, beside what it did. */
export async function insertLearned(
  tx: Tx,
  {
    supplyId,
    before,
    orderIds,
  }: {
    supplyId: number
    before: { cost_own: string | null; cost: bigint; rate: bigint }
    orderIds: readonly bigint[]
  },
): Promise<void> {
  await sql`
    insert into learned_costs (supply_id, service_id, order_ids, cost_own_before, cost_before, cost_own_after, cost_after,
      rate_before, rate_after)
    select supplies.id, service_id, ${orderIds}::bigint[], ${before.cost_own}::numeric, ${before.cost}::bigint, cost_own,
      cost_rate, ${before.rate}::bigint, services.rate
    from supplies join services on services.id = service_id where supplies.id = ${supplyId}`.execute(tx)
  await sql`delete from learned_costs where learned_at < now() - interval '180 days'`.execute(tx)
}

/** Answers what was learned from this order, the newest first; it is learned no more. */
export async function deleteLearned(tx: Tx, orderId: bigint): Promise<Learned[]> {
  const { rows } = await sql<Learned>`
    with gone as (delete from learned_costs where ${orderId}::bigint = any (order_ids) returning *)
    select supply_id, provider_id, gone.service_id, provider_service,
      trim_scale(cost_own_before)::text as cost_own_before, cost_before, trim_scale(cost_own_after)::text as cost_own_after,
      cost_after, rate_before, rate_after
    from gone join supplies on supplies.id = supply_id order by gone.id desc`.execute(tx)
  return rows
}

/** Answers whether it still cost what was learned: what a list or a person has said since stays. */
export async function restoreCost(tx: Tx, learned: Learned): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update supplies set cost_own = ${learned.cost_own_before}::numeric, cost_rate = ${learned.cost_before}
    where id = ${learned.supply_id} and cost_rate = ${learned.cost_after}
      and cost_own is not distinct from ${learned.cost_own_after}::numeric`.execute(tx)
  return numAffectedRows > 0n
}
