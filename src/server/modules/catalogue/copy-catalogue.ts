import type { Client } from 'pg'

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
const QUANTITY_MIN = 100
const MARKUP_BASIS_POINTS = 4_000

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
    min: QUANTITY_MIN,
    max: COPIED_QUANTITY_MAX,
    refill: service.refill,
    cancel: service.cancel,
    is_active: service.isActive,
    by_hand: supplies.length === 0,
    position: service.id,
    created_at: service.createdAt,
    updated_at: service.createdAt,
  })
  if (service.isActive)
    rows.copyInto('service_snapshots', {
      service_id: service.id,
      is_sold: true,
      rate: service.rate,
      min: QUANTITY_MIN,
      max: COPIED_QUANTITY_MAX,
    })
  for (const [place, supply] of supplies.entries())
    rows.copyInto('supplies', {
      id: supply.id,
      service_id: service.id,
      provider_id: supply.providerId,
      provider_service: supply.service,
      cost_rate: supply.costRate,
      markup_basis_points: MARKUP_BASIS_POINTS,
      priority: place + 1,
      seen_at: service.createdAt,
      first_charge: 'read',
      first_charge_since: service.createdAt,
    })
}

export type CopiedChange = {
  providerId: number
  service: string
  serviceId: number
  before: string
  after: string
  at: Date
}

/** A supply became more expensive, and what is sold by it too. */
export function copyProviderChange(rows: CopyTables, change: CopiedChange): void {
  rows.copyInto('provider_changes', {
    provider_id: change.providerId,
    service: change.service,
    service_id: change.serviceId,
    kind: 'price_up',
    before: change.before,
    after: change.after,
    outcome: 'repriced',
    created_at: change.at,
  })
}

export type CopiedImport = {
  id: number
  providerId: number
  actorId: number
  services: readonly CopiedService[]
  at: Date
}

/** An offer of a provider that was imported whole, as new services. */
export function copyImport(rows: CopyTables, { id, providerId, actorId, services, at }: CopiedImport): void {
  rows.copyInto('imports', {
    id,
    provider_id: providerId,
    actor_id: actorId,
    address: '192.0.2.1',
    state: 'completed',
    overwrites: false,
    markup_basis_points: MARKUP_BASIS_POINTS,
    currency: 'USD',
    usd_per_unit: '1',
    translates: false,
    total: services.length,
    created: services.length,
    created_at: at,
    finished_at: at,
    due_at: null,
  })
  for (const [position, service] of services.entries())
    rows.copyInto('import_items', {
      import_id: id,
      position,
      provider_service: service.supplies[0]?.service ?? null,
      name: service.name,
      outcome: 'created',
      service_id: service.id,
    })
}

/** Called after the last row. */
export async function endCatalogue(client: Client, now: Date): Promise<void> {
  await client.query('update favourite_comparisons set compared_at = $1', [now])
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

/** A service in the provider's list at the last sync. */
export function copyProviderOffer(
  rows: CopyTables,
  offer: {
    providerId: number
    service: string
    name: string
    type: string
    rate: string
    min: number
    max: number
  },
): void {
  const { providerId, ...own } = offer
  rows.copyInto('provider_offers', { provider_id: providerId, ...own })
}
