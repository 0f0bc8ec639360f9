import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** State of a provider's lease. */
export type LeaseRow = {
  provider_id: number
  /** Undefined for a new provider without a row. */
  owner: string | null | undefined
  is_free: boolean
  free_seconds: number
  /** It belongs to the caller and was just renewed. */
  is_renewed: boolean
}

/**
 * Renews those of `providerIds` held for at least `afterSeconds`, and returns the state of all. A lease that only
 * the table says is ours (the response to taking it was lost) is not renewed, so that it expires.
 */
export async function renewLeases(
  db: Kysely<DB>,
  {
    owner,
    providerIds,
    heldSeconds,
    afterSeconds,
  }: { owner: string; providerIds: readonly number[]; heldSeconds: number; afterSeconds: number },
): Promise<LeaseRow[]> {
  const { rows } = await sql<Omit<LeaseRow, 'owner'> & { owner: string | null; is_new: boolean }>`
with renewed as (
  update provider_leases set until = now() + make_interval(secs => ${heldSeconds})
  where provider_id = any(${providerIds}::int[]) and owner = ${owner} and until > now()
    and until <= now() + make_interval(secs => ${heldSeconds - afterSeconds})
  returning provider_id
)
select providers.id as provider_id, lease.owner, lease.provider_id is null as is_new,
  lease.owner is null or lease.until <= now() as is_free,
  coalesce(extract(epoch from now() - lease.until), 0)::float8 as free_seconds,
  renewed.provider_id is not null as is_renewed
from providers left join provider_leases lease on lease.provider_id = providers.id
left join renewed on renewed.provider_id = providers.id
order by free_seconds desc, providers.id`.execute(db)
  return rows.map(({ is_new: isNew, owner: holder, ...row }) => ({
    ...row,
    owner: isNew ? undefined : holder,
  }))
}

/** Adds a free lease for every provider without one. */
export async function insertLeases(db: Kysely<DB>): Promise<void> {
  await sql`insert into provider_leases (provider_id) select id from providers on conflict do nothing`.execute(
    db,
  )
}

/** Takes those of `providerIds` that are still free; returns which. */
export async function takeLeases(
  db: Kysely<DB>,
  { owner, providerIds, heldSeconds }: { owner: string; providerIds: readonly number[]; heldSeconds: number },
): Promise<number[]> {
  const { rows } = await sql<{ provider_id: number }>`
with free as materialized (
  select provider_id from provider_leases
  where provider_id = any(${providerIds}::int[]) and (owner is null or until <= now())
  order by provider_id for update skip locked
)
update provider_leases set owner = ${owner}, until = now() + make_interval(secs => ${heldSeconds})
from free where provider_leases.provider_id = free.provider_id
returning provider_leases.provider_id`.execute(db)
  return rows.map(({ provider_id: providerId }) => providerId)
}

/** Releases the lease unless another process holds it. */
export async function releaseLease(
  db: Kysely<DB>,
  { owner, providerId }: { owner: string; providerId: number },
): Promise<void> {
  await db
    .updateTable('provider_leases')
    .set({ owner: null, until: sql<Date>`now()` })
    .where('provider_id', '=', providerId)
    .where('owner', '=', owner)
    .execute()
}

/** Other workers with a heartbeat within `seconds`. */
export async function listOtherWorkers(
  db: Kysely<DB>,
  { owner, seconds }: { owner: string; seconds: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('processes')
    .select('id')
    .where('role', 'in', ['all', 'worker'])
    .where('id', '<>', owner)
    .where('beat_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute()
  return rows.map(({ id }) => id)
}
