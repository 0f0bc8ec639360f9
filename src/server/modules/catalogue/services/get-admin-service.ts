import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { AdminService } from '#contract/catalogue/admin-services.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { firstSupply } from './service-queries.ts'

/** A service as staff see it, with cost and provider. Throws `service_not_found`. */
export async function getAdminService(db: Kysely<DB>, id: number): Promise<AdminService> {
  const service = await findAdminService(db, id)
  if (service === undefined) throw new AppError('service_not_found')
  return service
}

/** In the order of `ids`, without deleted services. */
export async function listAdminServicesById(db: Kysely<DB>, ids: readonly number[]): Promise<AdminService[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${tables}
    where services.id = any (${ids}::int[]) and services.deleted_at is null
    order by array_position(${ids}::int[], services.id)`.execute(db)
  return rows.map(toAdminService)
}

async function findAdminService(db: Kysely<DB>, id: number): Promise<AdminService | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from ${tables} where services.id = ${id} and services.deleted_at is null`.execute(db)
  return rows[0] === undefined ? undefined : toAdminService(rows[0])
}

type Row = {
  id: number
  name: string
  name_original: string
  description: string
  category_id: number
  category: string
  platform: string
  rate: bigint
  min: number
  max: number
  type: string
  refill: boolean
  cancel: boolean
  dripfeed: boolean
  average_time: string | null
  is_active: boolean
  below_cost: boolean
  by_hand: boolean
  supplies: number
  updated_at: Date
  cost_rate: bigint | null
  provider_id: number | null
  provider_slug: string | null
  provider_name: string | null
  provider_service: string | null
}

const columns = sql`services.id, services.name, services.name_original, services.description, services.platform, services.rate,
  services.min, services.max, services.type, services.refill, services.cancel, services.dripfeed, services.average_time,
  services.is_active, services.below_cost, services.by_hand, services.updated_at, category_id, categories.name as category, supply.cost_rate, supply.provider_service,
  (select count(*)::int from supplies where service_id = services.id and removed_at is null) as supplies,
  providers.id as provider_id, providers.slug as provider_slug, providers.name as provider_name`

const tables = sql`services join categories on categories.id = services.category_id
  left join ${firstSupply} supply on true
  left join providers on providers.id = supply.provider_id`

function toAdminService(row: Row): AdminService {
  const {
    category_id,
    category,
    cost_rate,
    provider_id,
    provider_slug,
    provider_name,
    provider_service,
    ...own
  } = row
  const type = toServiceType(row.type)
  return {
    ...own,
    rate: money(row.rate),
    type: type ?? 'Default',
    note: type === undefined ? { code: 'type_not_understood', type: row.type } : null,
    category: { id: category_id, name: category },
    original_rate: cost_rate === null ? null : money(cost_rate),
    markup_percentage: toMarkup(row.rate, cost_rate),
    provider:
      provider_id === null
        ? null
        : {
            id: provider_id,
            slug: provider_slug ?? '',
            name: provider_name ?? '',
            service: provider_service ?? '',
          },
  }
}

/** The rate above the cost, in percent with 4 decimals; null for a cost of 0. */
export function toMarkup(rate: bigint, cost: bigint | null): number | null {
  return cost === null || cost === 0n ? null : Number(((rate - cost) * 1_000_000n) / cost) / 10_000
}
