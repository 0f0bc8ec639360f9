import type { Pool, PoolClient } from 'pg'

import type { ImportRow } from './to-import-row.ts'

export type WriteOptions = {
  providerId: number
  markupBasisPoints: number
  overwriteExisting: boolean
  /** The operator named the platform: services that are there already move to it when they are overwritten. */
  movesExisting: boolean
  now: Date
}
export type Written = { created: number; updated: number; skipped: number }

type Known = { provider_service: string; service_id: number; is_deleted: boolean }

/**
 * Writes all rows in one tx and a handful of statements: 10,000 services take some 2 s. Two imports from one
 * provider wait for each other.
 */
export async function writeImport(
  pool: Pool,
  rows: readonly ImportRow[],
  options: WriteOptions,
): Promise<Written> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('import'), $1)", [options.providerId])
    const written = await write(client, rows, options)
    await client.query('commit')
    client.release()
    return written
  } catch (error) {
    // A connection that can not even roll back is not used again.
    const isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!isUsable)
    throw error
  }
}

async function write(
  client: PoolClient,
  rows: readonly ImportRow[],
  options: WriteOptions,
): Promise<Written> {
  const { rows: found } = await client.query<Known>(
    `select provider_service, service_id, services.deleted_at is not null as is_deleted
     from supplies join services on services.id = service_id
     where provider_id = $1 and provider_service = any ($2::text[])`,
    [options.providerId, rows.map(({ providerService }) => providerService)],
  )
  const known = new Map(found.map((one) => [one.provider_service, one]))
  const fresh = rows.filter(({ providerService }) => !known.has(providerService))
  // One that was taken off the catalogue comes back when it is imported again.
  const revived = rows.filter(({ providerService }) => known.get(providerService)?.is_deleted === true)
  const present = rows.filter(({ providerService }) => known.get(providerService)?.is_deleted === false)
  const changed = options.overwriteExisting ? present : []

  await writeCategories(client, [...fresh, ...revived, ...(options.movesExisting ? changed : [])])
  await insertServices(client, fresh, options)
  const idOf = (row: ImportRow) => known.get(row.providerService)?.service_id
  await updateServices(
    client,
    revived.map((row) => ({ ...row, id: idOf(row), moves: true, revives: true })),
    options,
  )
  const moves = options.movesExisting
  await updateServices(
    client,
    changed.map((row) => ({ ...row, id: idOf(row), moves, revives: false })),
    options,
  )
  return {
    created: fresh.length + revived.length,
    updated: changed.length,
    skipped: present.length - changed.length,
  }
}

/** In the provider's own sequence, which keeps what belongs together together. */
async function writeCategories(client: PoolClient, rows: readonly ImportRow[]): Promise<void> {
  await client.query(
    `insert into categories (platform, name, position)
     select platform, category, min(position) from jsonb_to_recordset($1) as r (platform text, category text, position int)
     group by platform, category order by 3
     on conflict (platform, name) do nothing`,
    [toJson(rows)],
  )
}

const recordset = `jsonb_to_recordset($1) as r (id int, "providerService" text, name text, "nameOriginal" text, description text,
  category text, platform text, type text, cost bigint, rate bigint, min int, max int, refill boolean, cancel boolean,
  dripfeed boolean, "averageTime" text, position int, moves boolean, revives boolean)`

async function insertServices(
  client: PoolClient,
  rows: readonly ImportRow[],
  { providerId, markupBasisPoints, now }: WriteOptions,
): Promise<void> {
  if (rows.length === 0) return
  // Ids first, so that each supply finds its service.
  const { rows: ids } = await client.query<{ id: bigint }>(
    "select nextval(pg_get_serial_sequence('services', 'id')) as id from generate_series(1, $1)",
    [rows.length],
  )
  const numbered = toJson(rows.map((row, index) => ({ ...row, id: Number(ids[index]?.id) })))
  await client.query(
    `insert into services (id, category_id, platform, name, name_original, description, type, rate, min, max, refill, cancel,
       dripfeed, average_time, position, created_at, updated_at)
     select r.id, categories.id, r.platform, r.name, "nameOriginal", description, type, rate, min, max, refill, cancel,
       dripfeed, "averageTime", r.position, $2, $2
     from ${recordset} join categories on categories.platform = r.platform and categories.name = r.category`,
    [numbered, now],
  )
  await client.query(
    `insert into supplies (service_id, provider_id, provider_service, cost_rate, markup_basis_points, seen_at)
     select id, $2, "providerService", cost, $3, $4 from ${recordset}`,
    [numbered, providerId, markupBasisPoints, now],
  )
}

/** Name, terms and cost become the provider's; category and platform stay where the operator put them. */
async function updateServices(
  client: PoolClient,
  rows: readonly (ImportRow & { id: number | undefined; moves: boolean; revives: boolean })[],
  { providerId, markupBasisPoints, now }: WriteOptions,
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `update services set name = r.name, name_original = r."nameOriginal", type = r.type, rate = r.rate, min = r.min,
       max = r.max, refill = r.refill, cancel = r.cancel, dripfeed = r.dripfeed,
       description = case when r.description = '' then services.description else r.description end,
       average_time = coalesce(r."averageTime", services.average_time),
       platform = case when r.moves then r.platform else services.platform end,
       category_id = case when r.moves then categories.id else services.category_id end,
       is_active = services.is_active or r.revives,
       deleted_at = null, updated_at = $2
     from ${recordset} left join categories on categories.platform = r.platform and categories.name = r.category
     where services.id = r.id`,
    [toJson(rows), now],
  )
  await client.query(
    `update supplies set cost_rate = r.cost, markup_basis_points = $3, seen_at = $4, is_active = true
     from ${recordset} where supplies.provider_id = $2 and supplies.provider_service = r."providerService"`,
    [toJson(rows), providerId, markupBasisPoints, now],
  )
}

/** Amounts as digits: JSON's reader in PostgreSQL takes them exactly. */
function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
