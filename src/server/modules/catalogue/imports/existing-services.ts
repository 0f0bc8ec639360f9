import { type Kysely, sql } from 'kysely'

import { money, type Money } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import type { RunningImport } from './running-import.ts'
import type { SuppliedService } from './write-supplied-services.ts'

/** A service and its supply as one record: everything that an import writes and an undo restores. */
type Snapshot = {
  provider_service: string
  service_id: number
  is_deleted: boolean
  snapshot: SnapshotFields
  fingerprint: string
}

type SnapshotFields = {
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

/** Includes the number of supplies: a service that got another one no longer belongs to the import only. */
export const snapshot = sql`jsonb_build_object('name', services.name, 'name_original', name_original, 'description', description,
  'category_id', category_id, 'platform', platform, 'type', type, 'rate', rate, 'min', min, 'max', max, 'refill', refill,
  'cancel', cancel, 'dripfeed', dripfeed, 'average_time', average_time, 'is_active', services.is_active,
  'deleted_at', extract(epoch from deleted_at), 'cost_rate', cost_rate, 'cost_own', cost_own,
  'markup_basis_points', markup_basis_points, 'supply_is_active', supplies.is_active,
  'supplies', (select count(*) from supplies as own where own.service_id = services.id and own.removed_at is null))`

/** By the provider's service id. */
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

/** Whether importing the row would change nothing, as for most of a list that is imported again. False where unsure. */
export function isUnchanged(
  row: SuppliedService,
  was: Snapshot | undefined,
  { platform, markup_basis_points: markup }: Pick<RunningImport, 'platform' | 'markup_basis_points'>,
): boolean {
  if (was === undefined || was.is_deleted || platform !== null || row.unsold === 'type_not_understood')
    return false
  const is = was.snapshot
  const isServiceSame =
    is.name === row.name &&
    is.name_original === row.nameOriginal &&
    (row.description === '' || is.description === row.description) &&
    (row.averageTime === null || is.average_time === row.averageTime) &&
    is.type === row.type &&
    BigInt(is.rate) === row.rate &&
    is.min === row.min &&
    is.max === row.max &&
    is.refill === row.refill &&
    is.cancel === row.cancel &&
    is.dripfeed === row.dripfeed
  const isSupplySame =
    BigInt(is.cost_rate) === row.cost &&
    is.cost_own === Number(row.costOwn) &&
    is.markup_basis_points === markup &&
    is.supply_is_active
  return isServiceSame && isSupplySame
}

/** A service of the catalogue as it is sold now, before an import. */
export type ExistingService = { rate: Money; isActive: boolean }

/** A provider's services in the catalogue, by the provider's service id. */
export async function listExistingServices(
  db: Kysely<DB>,
  providerId: number,
): Promise<Map<string, ExistingService>> {
  const { rows } = await sql<{ provider_service: string; rate: bigint; is_active: boolean }>`
    select provider_service, rate, services.is_active from supplies join services on services.id = service_id
    where provider_id = ${providerId} and deleted_at is null and removed_at is null`.execute(db)
  return new Map(
    rows.map((row) => [row.provider_service, { rate: money(row.rate), isActive: row.is_active }]),
  )
}
