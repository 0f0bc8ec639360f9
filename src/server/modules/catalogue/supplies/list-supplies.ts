import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { Supply } from '#contract/catalogue/supplies.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { toMarkup } from '#server/modules/catalogue/services/get-admin-service.ts'
import { findCategoryId, lockService } from '#server/modules/catalogue/services/service-queries.ts'

/** The providers' services behind one of ours. Throws `service_not_found`. */
export async function listSupplies(db: Kysely<DB>, serviceId: number): Promise<Supply[]> {
  if ((await findCategoryId(db, serviceId)) === undefined) throw new AppError('service_not_found')
  return (await listSupplyRows(db, serviceId)).map(toSupply)
}

function toSupply(row: SupplyRow): Supply {
  const { provider_id, slug, name, provider_service, cost_rate, rate } = row
  return {
    id: row.id,
    provider: { id: provider_id, slug, name },
    service: provider_service,
    is_active: row.is_active,
    state: stateOf(row),
    cost: money(cost_rate),
    cost_own: row.cost_own,
    currency: row.currency,
    markup_percentage: toMarkup(rate, cost_rate),
    seen_at: row.seen_at,
  }
}

function stateOf({ is_active, is_provider_on, cost_rate, rate, below_cost }: SupplyRow): Supply['state'] {
  if (!is_active) return 'off'
  if (!is_provider_on) return 'provider_off'
  return cost_rate > rate && !below_cost ? 'too_expensive' : 'ready'
}

/** The answer of every endpoint about supplies. */
export async function presentSupplies(db: Kysely<DB>, supplies: Supply[]) {
  return { success: true as const, supplies, providers: await listSuppliers(db) }
}

/** Locks the service, so that one change of its supplies happens at a time. */
export async function lockSuppliesOfService(tx: Tx, id: number): Promise<Supply[]> {
  if ((await lockService(tx, id)) === undefined) throw new AppError('service_not_found')
  return listSupplies(tx, id)
}

type SupplyRow = {
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

/** In the order in which they are tried. */
async function listSupplyRows(db: Kysely<DB>, serviceId: number): Promise<SupplyRow[]> {
  const { rows } = await sql<SupplyRow>`
    select supplies.id, provider_id, slug, providers.name, provider_service, supplies.is_active, cost_rate,
      trim_scale(cost_own)::text as cost_own, currency, rate, below_cost, seen_at,
      is_enabled and key_ciphertext is not null and has_trusted_costs as is_provider_on
    from supplies join providers on providers.id = provider_id join services on services.id = service_id
    where service_id = ${serviceId} and removed_at is null
    order by priority, supplies.id`.execute(db)
  return rows
}

/** Providers with a key: their services can be put behind one of ours. */
async function listSuppliers(db: Kysely<DB>) {
  return db
    .selectFrom('providers')
    .select(['id', 'name'])
    .where('key_ciphertext', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
