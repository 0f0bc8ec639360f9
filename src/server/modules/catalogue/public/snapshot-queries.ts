import { type Kysely, sql } from 'kysely'

import { money, type Money } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** A service and its supply as one thing, by the provider's id of it: all that an import writes, and all that it takes back. */
export type Snapshot = {
  provider_service: string
  service_id: number
  is_deleted: boolean
  snapshot: SnapshotFields
  fingerprint: string
}

export type SnapshotFields = {
  name: string
  name_original: string
  description: string
  type: string
  rate: number
  min: number
  max: number
  refill: boolean
  cancel: boolean
  dripfeed: boolean
  average_time: string | null
  is_active: boolean
  cost_rate: number
  cost_own: number | null
  markup_basis_points: number
  supply_is_active: boolean
}

/** A supply more is a change too: the service is not the import's alone any more. */
const snapshot = sql`jsonb_build_object('name', services.name, 'name_original', name_original, 'description', description,
  'category_id', category_id, 'platform', platform, 'type', type, 'rate', rate, 'min', min, 'max', max, 'refill', refill,
  'cancel', cancel, 'dripfeed', dripfeed, 'average_time', average_time, 'is_active', services.is_active,
  'deleted_at', extract(epoch from deleted_at), 'cost_rate', cost_rate, 'cost_own', cost_own,
  'markup_basis_points', markup_basis_points, 'supply_is_active', supplies.is_active,
  'supplies', (select count(*) from supplies as own where own.service_id = services.id and own.removed_at is null))`

export async function listSnapshots(
  db: Kysely<DB>,
  { providerId, providerServices }: { providerId: number; providerServices: readonly string[] },
): Promise<Map<string, Snapshot>> {
  const { rows } = await sql<Snapshot>`
    select provider_service, services.id as service_id, deleted_at is not null as is_deleted, ${snapshot} as snapshot,
      md5(${snapshot}::text) as fingerprint
    from supplies join services on services.id = service_id
    where provider_id = ${providerId} and provider_service = any (${providerServices}::text[])
      and removed_at is null`.execute(db)
  return new Map(rows.map((row) => [row.provider_service, row]))
}

/** What each of a provider's services on the catalogue is sold for, by the provider's id of it. */
export async function listSuppliedRates(db: Kysely<DB>, providerId: number): Promise<Map<string, Money>> {
  const { rows } = await sql<{ provider_service: string; rate: bigint }>`
    select provider_service, rate from supplies join services on services.id = service_id
    where provider_id = ${providerId} and deleted_at is null and removed_at is null`.execute(db)
  return new Map(rows.map(({ provider_service, rate }) => [provider_service, money(rate)]))
}

/** Of an import: what was before, null for what was not there, and the fingerprint of what it made. */
export type Imported = {
  providerService: string
  serviceId: number
  before: unknown
  written: string
}
export type TakenBack = { service_id: number; name: string; fate: 'removed' | 'restored' | 'left' }

/**
 * What was there before is what it was again, and what was not is off the catalogue; the rows stay for their orders.
 * What is not as it was written is left. A cost is none of it: it is what the provider takes now, whatever was imported,
 * and what is sold for less again waits for a price.
 */
export async function takeBackImported(
  db: Kysely<DB>,
  { providerId, items, now }: { providerId: number; items: readonly Imported[]; now: Date },
): Promise<TakenBack[]> {
  const { rows } = await sql<TakenBack>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as r ("providerService" text, "serviceId" int, before jsonb, written text)
    ), found as (
      select given.before, services.id, services.name, supplies.id as supply_id,
        md5(${snapshot}::text) is distinct from given.written as is_changed
      from given join supplies on provider_id = ${providerId} and provider_service = given."providerService"
          and supplies.removed_at is null
        join services on services.id = supplies.service_id and services.id = given."serviceId"
    ), removed as (
      update services set is_active = false, deleted_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      from found where services.id = found.id and not is_changed and jsonb_typeof(before) is distinct from 'object'
    ), restored as (
      update services set name = before ->> 'name', name_original = before ->> 'name_original',
        description = before ->> 'description', category_id = (before ->> 'category_id')::int,
        platform = before ->> 'platform', type = before ->> 'type', rate = (before ->> 'rate')::bigint,
        min = (before ->> 'min')::int, max = (before ->> 'max')::int, refill = (before ->> 'refill')::boolean,
        cancel = (before ->> 'cancel')::boolean, dripfeed = (before ->> 'dripfeed')::boolean,
        average_time = before ->> 'average_time', is_active = (before ->> 'is_active')::boolean,
        deleted_at = to_timestamp((before ->> 'deleted_at')::float8), updated_at = ${now}::timestamptz
      from found where services.id = found.id and not is_changed and jsonb_typeof(before) = 'object'
    ), restored_supplies as (
      update supplies set markup_basis_points = (before ->> 'markup_basis_points')::int,
        is_active = (before ->> 'supply_is_active')::boolean
      from found where supplies.id = supply_id and not is_changed and jsonb_typeof(before) = 'object'
    )
    select id as service_id, name, case when is_changed then 'left'
      when jsonb_typeof(before) = 'object' then 'restored' else 'removed' end as fate
    from found order by id`.execute(db)
  return rows
}

/** They were offered as they are here: nothing of them is written but that. */
export async function noteSeen(
  db: Kysely<DB>,
  {
    providerId,
    providerServices,
    now,
  }: { providerId: number; providerServices: readonly string[]; now: Date },
): Promise<void> {
  if (providerServices.length === 0) return
  await sql`
    update supplies set seen_at = ${now}
    where provider_id = ${providerId} and provider_service = any (${providerServices}::text[])`.execute(db)
}

/** How many of them somebody ordered. */
export async function countOrdered(db: Kysely<DB>, serviceIds: readonly number[]): Promise<number> {
  if (serviceIds.length === 0) return 0
  const { rows } = await sql<{ count: bigint }>`
    select count(distinct service_id) from orders where service_id = any (${serviceIds}::int[])`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
