import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type SupplyRow = {
  id: number
  provider_id: number
  slug: string
  name: string
  provider_service: string
  is_active: boolean
  is_provider_on: boolean
  cost_rate: bigint
  cost_own: string | null
  currency: string
  rate: bigint
  below_cost: boolean
  seen_at: Date
}

/** In the sequence in which they are tried, but for what is paused at the moment. */
export async function listSupplyRows(db: Kysely<DB>, serviceId: number): Promise<SupplyRow[]> {
  const { rows } = await sql<SupplyRow>`
    select supplies.id, provider_id, slug, providers.name, provider_service, supplies.is_active, cost_rate,
      trim_scale(cost_own)::text as cost_own, currency, rate, below_cost, seen_at,
      is_enabled and key_ciphertext is not null and has_trusted_costs as is_provider_on
    from supplies join providers on providers.id = provider_id join services on services.id = service_id
    where service_id = ${serviceId} and removed_at is null
    order by priority, supplies.id`.execute(db)
  return rows
}

export type Arranged = { id: number; isActive: boolean }

/** Priorities from 1 in the given sequence. What a person switches is no provider's list's any more. */
export async function arrangeRows(db: Kysely<DB>, arranged: readonly Arranged[]): Promise<void> {
  await sql`
    update supplies set priority = fresh.place, is_active = fresh.is_active,
      off_for = case when fresh.is_active = supplies.is_active then off_for end
    from unnest(${arranged.map(({ id }) => id)}::int[], ${arranged.map(({ isActive }) => isActive)}::boolean[])
      with ordinality as fresh (id, is_active, place)
    where supplies.id = fresh.id`.execute(db)
}

/** What is left of it are the orders that were sent by it. */
export async function removeRows(db: Kysely<DB>, ids: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('supplies')
    .set({ is_active: false, removed_at: now })
    .where('id', 'in', [0, ...ids])
    .execute()
}

/** Where a provider's service stands. */
export async function findSupply(
  tx: Tx,
  { providerId, providerService }: { providerId: number; providerService: string },
) {
  return tx
    .selectFrom('supplies')
    .innerJoin('services', 'services.id', 'supplies.service_id')
    .select(['supplies.id', 'service_id', 'services.name', 'services.deleted_at', 'removed_at'])
    .where('provider_id', '=', providerId)
    .where('provider_service', '=', providerService)
    .executeTakeFirst()
}

export type NewSupply = {
  serviceId: number
  providerId: number
  providerService: string
  cost: bigint
  costOwn: string
  priority: number
  now: Date
}

/** One that stood elsewhere leaves there: a provider's service is behind one of ours at most. */
export async function putSupply(db: Kysely<DB>, supply: NewSupply): Promise<void> {
  const values = {
    service_id: supply.serviceId,
    cost_rate: supply.cost,
    cost_own: supply.costOwn,
    priority: supply.priority,
    is_active: true,
    seen_at: supply.now,
    markup_basis_points: 0,
    removed_at: null,
    off_for: null,
  }
  await db
    .insertInto('supplies')
    .values({ ...values, provider_id: supply.providerId, provider_service: supply.providerService })
    .onConflict((conflict) => conflict.columns(['provider_id', 'provider_service']).doUpdateSet(values))
    .execute()
}

/** Those that can be asked for their services. */
export async function listSuppliers(db: Kysely<DB>) {
  return db
    .selectFrom('providers')
    .select(['id', 'name'])
    .where('key_ciphertext', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
