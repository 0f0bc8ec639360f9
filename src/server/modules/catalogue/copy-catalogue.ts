import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

export type CopiedSupply = { id: number; providerId: number; service: string; costRate: bigint }
export type CopiedService = {
  id: number
  categoryId: number
  platform: string
  name: string
  type: string
  /** A multiple of 0.0001 USD. */
  rate: bigint
  refill: boolean
  cancel: boolean
  isActive: boolean
  supplies: readonly CopiedSupply[]
  createdAt: Date
}

export const COPIED_QUANTITY_MAX = 100_000

export function copyCategory(
  rows: CopyTables,
  { id, name, platform }: { id: number; name: string; platform: string },
): void {
  rows.copyInto('categories', { id, name, platform, position: id })
}

/** A service without supplies is delivered by hand. */
export function copyService(rows: CopyTables, { supplies, ...service }: CopiedService): void {
  rows.copyInto('services', {
    id: service.id,
    category_id: service.categoryId,
    platform: service.platform,
    name: service.name,
    name_original: service.name,
    description: `${service.name}. Starts within an hour. Do not order twice for one link at the same time.`,
    type: service.type,
    rate: service.rate,
    min: 100,
    max: COPIED_QUANTITY_MAX,
    refill: service.refill,
    cancel: service.cancel,
    is_active: service.isActive,
    by_hand: supplies.length === 0,
    position: service.id,
    created_at: service.createdAt,
    updated_at: service.createdAt,
  })
  for (const [place, supply] of supplies.entries())
    rows.copyInto('supplies', {
      id: supply.id,
      service_id: service.id,
      provider_id: supply.providerId,
      provider_service: supply.service,
      cost_rate: supply.costRate,
      markup_basis_points: 4000,
      priority: place + 1,
      seen_at: service.createdAt,
      first_charge: 'read',
      first_charge_since: service.createdAt,
    })
}

export type CopiedOfCustomer = { userId: number; serviceId: number }

export function copyFavourite(rows: CopyTables, { userId, serviceId }: CopiedOfCustomer): void {
  rows.copyInto('favourites', { user_id: userId, service_id: serviceId })
}

export function copyApiService(
  rows: CopyTables,
  { userId, serviceId, at }: CopiedOfCustomer & { at: Date },
): void {
  rows.copyInto('api_services', { user_id: userId, service_id: serviceId, created_at: at, ordered_at: at })
}
