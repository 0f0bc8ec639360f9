import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { Loop } from '#server/lib/queue/loop.ts'
import { startStopwatch } from '#server/lib/postgres/database-clock.ts'
import { type Pacer, pacerOf } from '#server/modules/providers/pacing/make-pacer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** A provider's lease: while this process holds it, only this process sends to and polls the provider. */
export type ProviderLease = {
  readonly providerId: number
  /** Limits the calls of everything done under the lease. */
  readonly pacer: Pacer
  /** Checked before each call: once false, another process may be calling the provider. */
  isHeld(): boolean
}

/** The work that runs while the lease is held. */
export type LeaseWork = Pick<Loop, 'stop'>

export type LeaseKeeper = {
  /** Renews leases, takes free ones and hands over those above the fair share. Called every second. */
  step(): Promise<false>
  /** Takes no more leases, stops the work of those held, and releases each when its work has ended. */
  stop(): Promise<void>
}

type Held = {
  lease: ProviderLease
  work: LeaseWork
  /** Counts from before it was taken or renewed, so that it expires here before it does in the database. */
  elapsedMs: () => number
  /** Milliseconds before it may be handed over: it was taken because no other process did. */
  keepMs: () => number
  isLeaving: boolean
}

const HELD_SECONDS = 10
const RENEWED_AFTER_SECONDS = 3
/** A lease that stays free this long is in no worker's share: the first to see it takes it. */
const ABANDONED_SECONDS = 3
const ABANDONED_KEPT_MS = 30_000
/** Three heartbeats. */
const ALIVE_SECONDS = 15

/**
 * One process at a time holds a provider's lease. `begin` starts the work; it is stopped and awaited when the lease is
 * handed over, and stopped without waiting when it was lost: then the work must check `isHeld`. Each worker takes an
 * equal share of the leases, rounded up, and hands over those above it.
 */
export function makeLeaseKeeper(ctx: Context, begin: (lease: ProviderLease) => LeaseWork): LeaseKeeper {
  const owner = ctx.processId
  const held = new Map<number, Held>()
  const endings = new Set<Promise<void>>()
  let isStopping = false

  const track = (ending: Promise<void>) => {
    const noted = ending
      .catch((error: unknown) => ctx.log.warn({ err: error }, "a provider's lease was not released cleanly"))
      .finally(() => endings.delete(noted))
    endings.add(noted)
  }

  const gain = (providerId: number, elapsedMs: () => number, isAbandoned: boolean) => {
    const sinceGained = startStopwatch(ctx.clock)
    const one: Held = {
      lease: {
        providerId,
        pacer: pacerOf(ctx, providerId),
        isHeld: () => held.get(providerId) === one && one.elapsedMs() < HELD_SECONDS * 1000,
      },
      work: { stop: () => Promise.resolve() },
      elapsedMs,
      keepMs: () => (isAbandoned ? ABANDONED_KEPT_MS - sinceGained() : 0),
      isLeaving: false,
    }
    held.set(providerId, one)
    one.work = begin(one.lease)
  }

  const lose = (one: Held) => {
    held.delete(one.lease.providerId)
    track(one.work.stop())
  }

  const handOver = async (one: Held) => {
    one.isLeaving = true
    await one.work.stop()
    if (held.get(one.lease.providerId) !== one) return
    held.delete(one.lease.providerId)
    await releaseLease(ctx.db, { owner, providerId: one.lease.providerId })
  }

  const renew = async (): Promise<LeaseRow[]> => {
    const elapsedMs = startStopwatch(ctx.clock)
    const terms = { owner, heldSeconds: HELD_SECONDS, afterSeconds: RENEWED_AFTER_SECONDS }
    const rows = await renewLeases(ctx.db, { ...terms, providerIds: [...held.keys()] })
    const owners = new Map(rows.map((row) => [row.provider_id, row]))
    for (const [providerId, one] of held) {
      const row = owners.get(providerId)
      if (row?.is_renewed === true) one.elapsedMs = elapsedMs
      if (row?.owner !== owner || !one.lease.isHeld()) lose(one)
    }
    return rows
  }

  const take = async (rows: readonly LeaseRow[], share: number) => {
    const free = rows.filter((row) => row.is_free && !held.has(row.provider_id))
    const room = Math.max(0, share - held.size)
    const wanted = free.slice(0, room)
    // A lease that expired without being released belongs to a process that died, even if it still counts as alive.
    const isAbandoned = ({ owner: last, free_seconds: seconds }: LeaseRow) =>
      (last ?? undefined) !== undefined || seconds > ABANDONED_SECONDS
    const abandoned = free.slice(room).filter(isAbandoned)
    const providerIds = [...wanted, ...abandoned].map((row) => row.provider_id)
    if (providerIds.length === 0) return
    const elapsedMs = startStopwatch(ctx.clock)
    const taken = await takeLeases(ctx.db, { owner, providerIds, heldSeconds: HELD_SECONDS })
    if (isStopping) {
      for (const providerId of taken) await releaseLease(ctx.db, { owner, providerId })
      return
    }
    const abandonedIds = new Set(abandoned.map((row) => row.provider_id))
    for (const providerId of taken) gain(providerId, elapsedMs, abandonedIds.has(providerId))
  }

  /** One at a time, so that no worker stays below its share for long. */
  const handOverExcess = (share: number) => {
    const all = [...held.values()]
    if (all.some(({ isLeaving }) => isLeaving)) return
    const wanted = all.filter(({ keepMs }) => keepMs() <= 0)
    const last = wanted.at(-1)
    if (wanted.length > share && last !== undefined) track(handOver(last))
  }

  return {
    async step() {
      let rows = await renew()
      if (isStopping) return false
      if (rows.some((row) => row.owner === undefined)) {
        await insertLeases(ctx.db)
        rows = await renew()
      }
      const others = await listOtherWorkers(ctx.db, { owner, seconds: ALIVE_SECONDS })
      const share = Math.ceil(rows.length / (others.length + 1))
      handOverExcess(share)
      await take(rows, share)
      return false
    },
    async stop() {
      isStopping = true
      for (const one of held.values()) if (!one.isLeaving) track(handOver(one))
      while (endings.size > 0) await Promise.all(endings)
    },
  }
}

/** State of a provider's lease. */
type LeaseRow = {
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
async function renewLeases(
  db: Kysely<DB>,
  {
    owner,
    providerIds,
    heldSeconds,
    afterSeconds,
  }: { owner: string; providerIds: readonly number[]; heldSeconds: number; afterSeconds: number },
): Promise<LeaseRow[]> {
  const providers = await db.selectFrom('providers').select('id').orderBy('id').execute()
  const { rows } = await sql<LeaseRow>`
with renewed as (
  update provider_leases set until = now() + make_interval(secs => ${heldSeconds})
  where provider_id = any(${providerIds}::int[]) and owner = ${owner} and until > now()
    and until <= now() + make_interval(secs => ${heldSeconds - afterSeconds})
  returning provider_id
)
select lease.provider_id, lease.owner, lease.owner is null or lease.until <= now() as is_free,
  extract(epoch from now() - lease.until)::float8 as free_seconds, renewed.provider_id is not null as is_renewed
from provider_leases lease left join renewed on renewed.provider_id = lease.provider_id`.execute(db)
  const known = new Map(rows.map((row) => [row.provider_id, row]))
  const fresh = { owner: undefined, is_free: true, free_seconds: 0, is_renewed: false }
  return providers
    .map(({ id }) => known.get(id) ?? { provider_id: id, ...fresh })
    .toSorted((one, other) => other.free_seconds - one.free_seconds)
}

/** Adds a free lease for every provider without one. */
async function insertLeases(db: Kysely<DB>): Promise<void> {
  await sql`insert into provider_leases (provider_id) select id from providers on conflict do nothing`.execute(
    db,
  )
}

/** Takes those of `providerIds` that are still free; returns which. */
async function takeLeases(
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
async function releaseLease(
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
async function listOtherWorkers(
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
