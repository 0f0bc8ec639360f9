import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { Supply } from '#contract/catalogue/supplies.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { toMarkup } from '#server/modules/catalogue/services/admin-queries.ts'
import { findServiceHome } from '#server/modules/catalogue/services/service-queries.ts'
import { listSuppliers, listSupplyRows, type SupplyRow } from './supply-desk-queries.ts'

/** The providers' services behind one of ours. Throws `service_not_found`. */
export async function listSupplies(db: Kysely<DB>, serviceId: number): Promise<Supply[]> {
  if ((await findServiceHome(db, serviceId)) === undefined) throw new AppError('service_not_found')
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

/** What a call about supplies answers. */
export async function presentSupplies(db: Kysely<DB>, supplies: Supply[]) {
  return { success: true as const, supplies, providers: await listSuppliers(db) }
}
