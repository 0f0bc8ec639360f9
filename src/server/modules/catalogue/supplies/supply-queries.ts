import { type Kysely, sql } from 'kysely'

import type { Money } from '#contract/base/money.ts'
import { serviceTypeNames } from '#contract/catalogue/service-types.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { firstSupply } from '#server/modules/catalogue/services/admin-index-queries.ts'

/** A provider's service as it is written into ours. */
export type SuppliedService = {
  providerService: string
  name: string
  nameOriginal: string
  description: string
  category: string
  platform: string
  /** One of ours, or the provider's own word for one that is not sold: then it is not on sale. */
  type: string
  isSold: boolean
  /** In the provider's currency, a decimal text. */
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

export type SupplyTerms = { providerId: number; markupBasisPoints: number; now: Date }

export type KnownSupply = {
  provider_service: string
  service_id: number
  is_deleted: boolean
  /** It was taken off its service: it is free for another. */
  is_removed: boolean
  /** It is tried first: name, terms and price of its service are its. */
  is_first: boolean
}

/** For one statement of an import, and for waiting for another. */
const SECONDS_MAX = 120

/** Until the tx ends, nobody else writes this provider's supplies, and each statement may take as long as a big list needs. */
export async function lockSupplies(tx: Tx, providerId: number): Promise<void> {
  await sql.raw(allowSeconds(SECONDS_MAX)).execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('import'), ${providerId})`.execute(tx)
}

/** Those of the offered services that are here already, by the provider's id of them. */
export async function listKnownSupplies(
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

/** Whether anything was ever put on the catalogue, deleted services among them. */
export async function hasServices(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('services').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The same of one provider's. */
export async function hasSupplies(db: Kysely<DB>, providerId: number): Promise<boolean> {
  const supply = db.selectFrom('supplies').select('id').where('provider_id', '=', providerId).limit(1)
  return (await supply.executeTakeFirst()) !== undefined
}

/** In the provider's own sequence, which keeps what belongs together together. */
export async function insertMissingCategories(
  db: Kysely<DB>,
  offered: readonly SuppliedService[],
): Promise<void> {
  await sql`
    insert into categories (platform, name, position)
    select platform, category, min(position) from ${toRecords(offered)}
    group by platform, category order by 3
    on conflict (platform, name) do nothing`.execute(db)
}

export async function insertSuppliedServices(
  db: Kysely<DB>,
  offered: readonly SuppliedService[],
  { providerId, markupBasisPoints, now }: SupplyTerms,
): Promise<void> {
  if (offered.length === 0) return
  // Ids first, so that each supply finds its service.
  const { rows: ids } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('services', 'id')) as id
    from generate_series(1, ${offered.length}::int)`.execute(db)
  const records = toRecords(offered.map((one, index) => ({ ...one, id: Number(ids[index]?.id) })))
  await sql`
    insert into services (id, category_id, platform, name, name_original, description, type, rate, min, max, refill,
      cancel, dripfeed, average_time, is_active, position, created_at, updated_at)
    select r.id, categories.id, r.platform, r.name, "nameOriginal", description, type, rate, min, max, refill,
      cancel, dripfeed, "averageTime", r."isSold", r.position, ${now}::timestamptz, ${now}::timestamptz
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

export type KnownService = SuppliedService & { id: number | undefined; moves: boolean; revives: boolean }

/**
 * Name, terms and cost become the provider's; category and platform stay where the operator put them. One whose type is
 * not understood is taken off sale, and comes back with a type that is.
 */
export async function updateSuppliedServices(
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
      is_active = r."isSold"
        and (services.is_active or r.revives or services.type <> all (${[...serviceTypeNames]}::text[])),
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

/** Of those that stand behind a service which has its name and price from another one, or by hand. */
export async function updateSupplyCosts(
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

/** A table `r` of them. Amounts go as digits: JSON's reader in PostgreSQL takes them exactly. */
function toRecords(rows: readonly object[]) {
  const json = JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return sql`jsonb_to_recordset(${json}::jsonb) as r (id int, "providerService" text, name text, "nameOriginal" text,
    description text, category text, platform text, type text, "isSold" boolean, "costOwn" numeric, cost bigint, rate bigint, min int, max int, refill boolean,
    cancel boolean, dripfeed boolean, "averageTime" text, position int, moves boolean, revives boolean)`
}
