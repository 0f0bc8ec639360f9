import type { Context } from '#server/context.ts'
import type { Loop } from '#server/lib/queue/loop.ts'
import { startStopwatch } from '#server/lib/limits/start-stopwatch.ts'

import type { Pacer } from '#server/modules/providers/pacing/make-pacer.ts'
import { pacerOf } from '#server/modules/providers/pacing/pacer-of.ts'
import {
  insertLeases,
  listOtherWorkers,
  releaseLease,
  renewLeases,
  takeLeases,
  type LeaseRow,
} from './lease-queries.ts'

/** While this process holds it, it alone calls the provider; see make-turn-keeper.ts. */
export type ProviderLease = {
  readonly providerId: number
  /** The one measure of how fast it may be called. */
  readonly pacer: Pacer
  /** Looked at before each call: without it, another process may be calling there by now. */
  isHeld(): boolean
}

/** What is done at a provider for as long as its turn is held. */
export type LeaseWork = Pick<Loop, 'stop'>

export type LeaseKeeper = {
  /** Renews what is held, takes what is free and hands over what is more than its share: to be done every second. */
  step(): Promise<false>
  /** Takes none any more, ends the work of those that are held, and frees each when its work is over. */
  stop(): Promise<void>
}

type Held = {
  lease: ProviderLease
  work: LeaseWork
  /** Since before it was taken or last renewed, so that it is over here before it is over in the database. */
  elapsedMs: () => number
  /** Until then it is not handed over: it was taken because nobody else did. */
  keptMs: () => number
  isLeaving: boolean
}

const HELD_SECONDS = 10
const RENEWED_AFTER_SECONDS = 3
/** A turn that stays free for so long is nobody's share: the first to see it takes it. */
const UNWANTED_SECONDS = 3
const UNWANTED_KEPT_MS = 30_000
/** Three beats. */
const ALIVE_SECONDS = 15

/**
 * One process at a time has a provider's turn. `begin` starts what is done there; it is stopped when the turn is handed
 * over, which waits for it, and when it was lost, which does not: then the work must look at `isHeld`.
 *
 * Every process that works takes its share of the turns, counted up, and gives what it has above that to those that
 * have come since.
 */
export function makeLeaseKeeper(ctx: Context, begin: (lease: ProviderLease) => LeaseWork): LeaseKeeper {
  const owner = ctx.processId
  const held = new Map<number, Held>()
  const endings = new Set<Promise<void>>()
  let isStopping = false

  const note = (ending: Promise<void>) => {
    const noted = ending
      .catch((error: unknown) =>
        ctx.log.warn({ err: error }, "a provider's lease was not given back in order"),
      )
      .finally(() => endings.delete(noted))
    endings.add(noted)
  }

  const gain = (providerId: number, elapsedMs: () => number, isUnwanted: boolean) => {
    const sinceGained = startStopwatch(ctx.clock)
    const one: Held = {
      lease: {
        providerId,
        pacer: pacerOf(ctx, providerId),
        isHeld: () => held.get(providerId) === one && one.elapsedMs() < HELD_SECONDS * 1000,
      },
      work: { stop: () => Promise.resolve() },
      elapsedMs,
      keptMs: () => (isUnwanted ? UNWANTED_KEPT_MS - sinceGained() : 0),
      isLeaving: false,
    }
    held.set(providerId, one)
    one.work = begin(one.lease)
  }

  const lose = (one: Held) => {
    held.delete(one.lease.providerId)
    note(one.work.stop())
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
    // One that was lost and not given back is of a process that is gone, though it still counts among the others.
    const isUnwanted = ({ owner: last, free_seconds: seconds }: LeaseRow) =>
      (last ?? undefined) !== undefined || seconds > UNWANTED_SECONDS
    const unwanted = free.slice(room).filter(isUnwanted)
    const providerIds = [...wanted, ...unwanted].map((row) => row.provider_id)
    if (providerIds.length === 0) return
    const elapsedMs = startStopwatch(ctx.clock)
    const taken = await takeLeases(ctx.db, { owner, providerIds, heldSeconds: HELD_SECONDS })
    if (isStopping) {
      for (const providerId of taken) await releaseLease(ctx.db, { owner, providerId })
      return
    }
    const kept = new Set(unwanted.map((row) => row.provider_id))
    for (const providerId of taken) gain(providerId, elapsedMs, kept.has(providerId))
  }

  /** One at a time, so that nobody is left with less than the share for long. */
  const giveWhatIsMore = (share: number) => {
    const all = [...held.values()]
    if (all.some(({ isLeaving }) => isLeaving)) return
    const wanted = all.filter(({ keptMs }) => keptMs() <= 0)
    const last = wanted.at(-1)
    if (wanted.length > share && last !== undefined) note(handOver(last))
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
      giveWhatIsMore(share)
      await take(rows, share)
      return false
    },
    async stop() {
      isStopping = true
      for (const one of held.values()) if (!one.isLeaving) note(handOver(one))
      while (endings.size > 0) await Promise.all(endings)
    },
  }
}
