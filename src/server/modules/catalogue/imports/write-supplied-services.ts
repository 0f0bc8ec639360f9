import { type Kysely, sql } from 'kysely'

import type { Money } from '#contract/base/money.ts'
import { serviceTypeNames } from '#contract/catalogue/service-types.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { firstSupply } from '#server/modules/catalogue/services/service-queries.ts'

type WriteOptions = SupplyTerms & {
  overwriteExisting: boolean
  /** The operator chose the platform: existing services move to it when they are overwritten. */
  movesExisting: boolean
}

/**
 * Writes a provider's services to the catalogue, each with its supply, in a few statements: 10,000 take about 2 s. The
 * caller must hold the lock on the provider's supplies.
 */
export async function writeSuppliedServices(
  tx: Tx,
  offered: readonly SuppliedService[],
  { overwriteExisting, movesExisting, ...terms }: WriteOptions,
): Promise<void> {
  const known = await listKnownSupplies(tx, terms.providerId, offered)
  // A supply that was removed from a service becomes a service of its own.
  const fresh = offered.filter((one) => known.get(one.providerService)?.is_removed ?? true)
  const existing = offered.filter((one) => known.get(one.providerService)?.is_removed === false)
  // A deleted service is restored.
  const revived = existing.filter(({ providerService }) => known.get(providerService)?.is_deleted === true)
  const overwritten = overwriteExisting
    ? existing.filter(({ providerService }) => known.get(providerService)?.is_deleted === false)
    : []
  const changed = overwritten.filter(({ providerService }) => known.get(providerService)?.is_first === true)
  // A supply that is not tried first only has its cost updated.
  const second = overwritten.filter(({ providerService }) => known.get(providerService)?.is_first === false)

  await insertMissingCategories(tx, [...fresh, ...revived, ...(movesExisting ? changed : [])])
  await insertSuppliedServices(tx, fresh, terms)
  const idOf = (one: SuppliedService) => known.get(one.providerService)?.service_id
  await updateSuppliedServices(
    tx,
    revived.map((one) => ({ ...one, id: idOf(one), moves: true, revives: true })),
    terms,
  )
  await updateSuppliedServices(
    tx,
    changed.map((one) => ({ ...one, id: idOf(one), moves: movesExisting, revives: false })),
    terms,
  )
  await updateSupplyCosts(tx, second, terms)
}

/** A provider's service, ready to be written to the catalogue. */
export type SuppliedService = {
  providerService: string
  name: string
  nameOriginal: string
  description: string
  category: string
  platform: string
  /** A known type, or the provider's word for an unknown one, which is not put on sale. */
  type: string
  /** Why it is not put on sale. */
  unsold: 'type_not_understood' | 'heading' | null
  /** In the provider's currency, a decimal string. */
  costOwn: string
  cost: Money
  rate: Money
  min: number
  max: number
  refill: boolean
  cancel: boolean
  dripfeed: boolean
  averageTime: string | null
  position: number
}

type SupplyTerms = { providerId: number; markupBasisPoints: number; now: Date }

type KnownSupply = {
  provider_service: string
  service_id: number
  is_deleted: boolean
  /** Removed from its service, and free for another. */
  is_removed: boolean
  /** Tried first: the service's name, terms and price come from it. */
  is_first: boolean
}

/** Existing supplies of the offered services, by the provider's service id. */
async function listKnownSupplies(
  db: Kysely<DB>,
  providerId: number,
  offered: readonly SuppliedService[],
): Promise<Map<string, KnownSupply>> {
  const { rows } = await sql<KnownSupply>`
    select supplies.provider_service, service_id, services.deleted_at is not null as is_deleted,
      removed_at is not null as is_removed, supplies.id = supply.id as is_first
    from supplies join services on services.id = service_id left join ${firstSupply} supply on true
    where supplies.provider_id = ${providerId}
      and supplies.provider_service = any (${offered.map((one) => one.providerService)}::text[])`.execute(db)
  return new Map(rows.map((one) => [one.provider_service, one]))
}

/** In the provider's order, which keeps related categories together. */
async function insertMissingCategories(db: Kysely<DB>, offered: readonly SuppliedService[]): Promise<void> {
  await sql`
    insert into categories (platform, name, position)
    select platform, category, min(position) from ${toRecords(offered)}
    group by platform, category order by 3
    on conflict (platform, name) do nothing`.execute(db)
}

async function insertSuppliedServices(
  db: Kysely<DB>,
  offered: readonly SuppliedService[],
  { providerId, markupBasisPoints, now }: SupplyTerms,
): Promise<void> {
  if (offered.length === 0) return
  // Ids are allocated first, so that each supply gets its service's.
  const { rows: ids } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('services', 'id')) as id
    from generate_series(1, ${offered.length}::int)`.execute(db)
  const records = toRecords(offered.map((one, index) => ({ ...one, id: Number(ids[index]?.id) })))
  await sql`
    insert into services (id, category_id, platform, name, name_original, description, type, rate, min, max, refill,
      cancel, dripfeed, average_time, is_active, position, created_at, updated_at)
    select r.id, categories.id, r.platform, r.name, "nameOriginal", description, type, rate, min, max, refill,
      cancel, dripfeed, "averageTime", unsold is null, r.position, ${now}::timestamptz, ${now}::timestamptz
    from ${records} join categories on categories.platform = r.platform and categories.name = r.category`.execute(
    db,
  )
  await sql`
    insert into supplies (service_id, provider_id, provider_service, cost_rate, cost_own, markup_basis_points,
      seen_at)
    select id, ${providerId}::int, "providerService", cost, "costOwn", ${markupBasisPoints}::int, ${now}::timestamptz
    from ${records}
    on conflict (provider_id, provider_service) do update set service_id = excluded.service_id,
      cost_rate = excluded.cost_rate, cost_own = excluded.cost_own, priority = 1, is_active = true, removed_at = null,
      markup_basis_points = excluded.markup_basis_points, seen_at = excluded.seen_at`.execute(db)
}

type KnownService = SuppliedService & { id: number | undefined; moves: boolean; revives: boolean }

/**
 * Name, terms and cost become the provider's; category and platform stay as the operator set them. A service whose type is
 * unknown goes off sale, and back on sale once it has a known type, unless it is a heading or free. Those stay on or off as
 * they are, also once they have a price: staff decide. A restored service is put on sale as a new one is.
 */
async function updateSuppliedServices(
  db: Kysely<DB>,
  offered: readonly KnownService[],
  { providerId, markupBasisPoints, now }: SupplyTerms,
): Promise<void> {
  if (offered.length === 0) return
  const records = toRecords(offered)
  await sql`
    update services set name = r.name, name_original = r."nameOriginal", type = r.type, rate = r.rate, min = r.min,
      max = r.max, refill = r.refill, cancel = r.cancel, dripfeed = r.dripfeed,
      description = case when r.description = '' then services.description else r.description end,
      average_time = coalesce(r."averageTime", services.average_time),
      platform = case when r.moves then r.platform else services.platform end,
      category_id = case when r.moves then categories.id else services.category_id end,
      is_active = case when r.revives then unsold is null
        else unsold is distinct from 'type_not_understood'
          and (services.is_active or unsold is null and services.type <> all (${[...serviceTypeNames]}::text[])) end,
      deleted_at = null, updated_at = ${now}
    from ${records} left join categories on categories.platform = r.platform and categories.name = r.category
    where services.id = r.id`.execute(db)
  await updateSupplyCosts(db, offered, { providerId, now })
  await sql`
    update supplies set markup_basis_points = ${markupBasisPoints}, is_active = true
    from ${records}
    where supplies.provider_id = ${providerId} and supplies.provider_service = r."providerService"`.execute(
    db,
  )
}

/** For supplies whose service gets its name and price from another supply or by hand. */
async function updateSupplyCosts(
  db: Kysely<DB>,
  offered: readonly SuppliedService[],
  { providerId, now }: Pick<SupplyTerms, 'providerId' | 'now'>,
): Promise<void> {
  if (offered.length === 0) return
  await sql`
    update supplies set cost_rate = r.cost, cost_own = r."costOwn", seen_at = ${now}
    from ${toRecords(offered)}
    where supplies.provider_id = ${providerId} and supplies.provider_service = r."providerService"`.execute(
    db,
  )
}

/** The rows as an SQL table `r`. Amounts are sent as strings of digits, so that nothing is rounded. */
function toRecords(rows: readonly object[]) {
  const json = JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return sql`jsonb_to_recordset(${json}::jsonb) as r (id int, "providerService" text, name text, "nameOriginal" text,
    description text, category text, platform text, type text, unsold text, "costOwn" numeric, cost bigint, rate bigint, min int, max int, refill boolean,
    cancel boolean, dripfeed boolean, "averageTime" text, position int, moves boolean, revives boolean)`
}
