import type { Context } from '#server/context.ts'
import type { Loop } from '#server/lib/queue/loop.ts'
import { startStopwatch } from '#server/lib/postgres/database-clock.ts'
import { type Pacer, pacerOf } from '#server/modules/providers/pacing/make-pacer.ts'

import {
  insertLeases,
  listOtherWorkers,
  releaseLease,
  renewLeases,
  takeLeases,
  type LeaseRow,
} from './lease-queries.ts'

/** A provider's lease: while this process holds it, only this process sends to and polls the provider. */
export type ProviderLease = {
  readonly providerId: number
  /** Limits the calls of everything done under the lease. */
  readonly pacer: Pacer
  /** Checked before each call: once false, another process may be calling the provider. */
  isHeld(): boolean
}

/** What runs for as long as the lease is held. */
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
/** A lease that stays free this long is in nobody's share: the first to see it takes it. */
const ABANDONED_SECONDS = 3
const ABANDONED_KEPT_MS = 30_000
/** Three heartbeats. */
const ALIVE_SECONDS = 15

/**
 * One process at a time holds a provider's lease. `begin` starts the work; it is stopped and awaited when the lease
 * is handed over, and stopped without waiting when it was lost: then the work must check `isHeld`.
 * Each worker takes an equal share of the leases, rounded up, and hands over what it has above that.
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
    // A lease that expired without being released belongs to a process that died, though it may still count as
    // alive.
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
