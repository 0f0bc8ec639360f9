import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/**
 * A supply's first charge shows whether the provider charges what its rate says. Until it is read only a few orders are sent
 * (`first_orders` of the provider). States: awaited, read, missing.
 */
type ChargedSupply = {
  /** Per 1000 in the provider's currency, a decimal text; computed from the cost in USD where it was not stored. */
  known: string
  /** Only a few orders are sent until a charge is read. */
  awaits_charge: boolean
  service_id: number
  provider_service: string
}

/** Undefined where the supply was removed or its service deleted. */
export async function findChargedSupply(db: Kysely<DB>, id: number): Promise<ChargedSupply | undefined> {
  const { rows } = await sql<ChargedSupply>`
    select trim_scale(coalesce(cost_own, ceil(cost_rate / 100000000.0 / usd_per_unit * 1e18) / 1e18))::text as known,
      first_charge = 'awaited' and first_orders is not null as awaits_charge, service_id, provider_service
    from supplies join services on services.id = service_id join providers on providers.id = provider_id
    where supplies.id = ${id} and services.deleted_at is null and removed_at is null`.execute(db)
  return rows[0]
}

/** Lifts the limit on first orders. */
export async function setFirstCharge(tx: Tx, id: number, orderId: bigint): Promise<void> {
  await sql`
    update supplies set first_charge = 'read', first_charge_order = ${orderId}
    where id = ${id} and first_charge = 'awaited'`.execute(tx)
}

/** No charge came in time. True where one was still awaited. */
export async function giveUpFirstCharge(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update supplies set first_charge = 'missing' where id = ${id} and first_charge = 'awaited'`.execute(tx)
  return numAffectedRows > 0n
}

/** Staff confirm a supply's rate. */
export async function trustSupply(tx: Tx, id: number): Promise<void> {
  await sql`update supplies set first_charge = 'read' where id = ${id}`.execute(tx)
}

/** For a provider whose rates now mean something else: earlier charges prove nothing. */
export async function awaitFirstCharges(tx: Tx, providerId: number): Promise<void> {
  await sql`
    update supplies set first_charge = 'awaited', first_charge_since = now(), first_charge_order = null
    where provider_id = ${providerId}`.execute(tx)
}

/** Restarts the wait for first charges: orders sent before the limit, and the time of a hold, do not count. */
export async function countFirstOrders(tx: Tx, providerId: number): Promise<void> {
  await sql`
    update supplies set first_charge_since = now()
    where provider_id = ${providerId} and first_charge = 'awaited'`.execute(tx)
}
