import { type Kysely, sql } from 'kysely'

import { money } from '#contract/base/money.ts'
import type { Service } from '#contract/catalogue/catalogue.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/**
 * What customers may order: on sale, and either fulfilled by hand or with an active supply that costs no more than the rate
 * (unless the service may be sold below cost), of a provider that is enabled, has a key and trusted costs.
 */
const isShown = sql`services.is_active and services.deleted_at is null and (
  services.by_hand
  or exists (
    select from supplies join providers on providers.id = supplies.provider_id
    where supplies.service_id = services.id and supplies.is_active
      and providers.is_enabled and providers.key_ciphertext is not null and providers.has_trusted_costs
      and (services.below_cost or supplies.cost_rate <= services.rate)
  ))`

export type ShownService = Service & { category: Service['category'] & { platform: string } }

type Row = {
  id: number
  name: string
  description: string
  category_id: number
  category: string
  category_platform: string
  platform: string
  rate: bigint
  min: number
  max: number
  type: string
  refill: boolean
  cancel: boolean
  dripfeed: boolean
  average_time: string | null
  shown_seconds: number | null
  shown_orders: number | null
}

/** All services that customers may order, by category within each platform. Unknown types are left out. */
export async function listShownServices(db: Kysely<DB>): Promise<ShownService[]> {
  const { rows } = await sql<Row>`
    select services.id, services.name, services.description, services.platform, services.rate, services.min, services.max,
      services.type, services.refill, services.cancel, services.dripfeed, services.average_time,
      category_id, categories.name as category, categories.platform as category_platform, shown_seconds, shown_orders
    from services join categories on categories.id = services.category_id
      left join delivery_times on delivery_times.service_id = services.id
    where ${isShown}
    order by categories.position, categories.name, categories.id, services.position, services.id`.execute(db)
  return rows.flatMap((row) => {
    const type = toServiceType(row.type)
    if (type === undefined) return []
    const { category_id, category, category_platform, rate, shown_seconds, shown_orders, ...own } = row
    return [
      {
        ...own,
        type,
        rate: money(rate),
        measured_time:
          shown_seconds === null || shown_orders === null
            ? null
            : { seconds: shown_seconds, orders: shown_orders },
        category: { id: category_id, name: category, platform: category_platform },
      },
    ]
  })
}

/** Rate, min and max of each. */
export async function listShownTerms(
  db: Kysely<DB>,
): Promise<{ id: number; rate: bigint; min: number; max: number }[]> {
  const { rows } = await sql<{ id: number; rate: bigint; min: number; max: number }>`
    select id, rate, min, max from services where ${isShown}`.execute(db)
  return rows
}

/** Those of these services that customers may order, in the given order. */
export async function filterShown(db: Kysely<DB>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const shown = new Set(await listShownAmong(db, ids))
  return ids.filter((id) => shown.has(id))
}

async function listShownAmong(db: Kysely<DB>, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from services where id = any (${ids}::int[]) and ${isShown}`.execute(db)
  return rows.map(({ id }) => id)
}
