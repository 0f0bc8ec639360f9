import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { STATEMENT_MS } from '#server/lib/postgres/statement-limits.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'

const HOUR_MS = 3_600_000
const SLICE_MS = { first: HOUR_MS / 12, least: 100 } as const
/**
 * A slice that takes less, half of what a statement may, is followed by a longer one. Only an error makes slices
 * shorter: on a cluster and on a busy machine even an empty slice takes seconds, and a shorter one takes no less.
 */
const QUICK_MS = STATEMENT_MS / 2
/** A counter closer to now than this has caught up. */
const CAUGHT_UP_MS = 5000

/**
 * How long after its time a row is counted. For daily figures, rows that become visible later are found by their tx
 * (count-days-statement.ts), so an open tx of another client never delays reports. A missed delivery time does no harm.
 */
const MARGIN = '1 second'

/**
 * Where counting begins, and the maximum length of a slice. Delivery times only need recent orders: hours suffice, and
 * a busy day after quiet ones is not counted in one statement.
 */
const countings = {
  daily_progress: { beginning: sql`min(created_at)`, sliceMsMax: 24 * HOUR_MS },
  delivery_progress: {
    beginning: sql`greatest(min(created_at), now() - interval '90 days')`,
    sliceMsMax: HOUR_MS,
  },
} as const
type Progress = keyof typeof countings

/** `from` is inclusive, `until` is not; both are within `day` (UTC). */
export type Slice = { from: Date; until: Date; day: string }

type Counting = {
  progress: Progress
  /** `sliceMs` is how much time one statement should cover at the current load. */
  count: (tx: Tx, slice: Slice, sliceMs: number) => Promise<void>
  /** The length of the first slice, where it is known how little data there is. None is limited to less. */
  firstMs?: number
}

/**
 * Counts one slice of time per call and each slice once, in one process at a time. If there is more, answers how many
 * milliseconds to pause: as long as the slice took, so that a recount leaves capacity for customers; otherwise false.
 */
export function makeSliceCounter(
  ctx: Context,
  { progress, count, firstMs = SLICE_MS.first }: Counting,
): () => Promise<false | number> {
  let sliceMs = firstMs
  const sliceMsMax = Math.max(countings[progress].sliceMsMax, firstMs)
  return async () => {
    const started = performance.now()
    try {
      const slice = await transact(ctx, async (tx) => {
        await useOneSnapshot(tx)
        const next = await takeSlice(tx, sliceMs, progress)
        if (next === undefined) return undefined
        await followKeys(tx)
        await count(tx, next, sliceMs)
        await moveProgress(tx, progress, next)
        return next
      })
      const tookMs = performance.now() - started
      const wasWhole = slice !== undefined && slice.until.getTime() - slice.from.getTime() >= sliceMs
      if (wasWhole) sliceMs = Math.min(sliceMsMax, nextLength(sliceMs, tookMs))
      return isBehind(ctx, slice) && tookMs
    } catch (error) {
      // The slice may have been too large for one statement.
      sliceMs = Math.max(SLICE_MS.least, Math.floor(sliceMs / 8))
      throw error
    }
  }
}

/** How much time the next slice covers, in whole milliseconds, after one that took so long. */
export function nextLength(sliceMs: number, tookMs: number): number {
  return Math.floor(sliceMs * Math.min(2, Math.max(1, QUICK_MS / tookMs)))
}

/**
 * Must be the first statement of its tx: all later ones then see the same rows, so the stored snapshot is exactly what
 * was counted. A stored snapshot from the future belongs to another cluster, from which the database was restored, and
 * says nothing about this one.
 */
async function useOneSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx)
  await sql`update daily_progress set counted_snapshot = null, late_from = now()
    where pg_snapshot_xmax(counted_snapshot) > pg_snapshot_xmax(pg_current_snapshot())`.execute(tx)
}

/**
 * Every join follows keys from the slice's own rows, regardless of table sizes. The planner estimates the conditions for late
 * rows at a third of each table: for a slice of 1,000 orders after 20,000 it would read 76,000 rows instead of 14,000.
 */
async function followKeys(tx: Tx): Promise<void> {
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true)`.execute(tx)
}

/**
 * The next slice to count, at most that long and within one UTC day. Locks the progress row; undefined while another
 * process holds it, or if everything is counted.
 */
export async function takeSlice(
  tx: Tx,
  milliseconds: number,
  progress: Progress = 'daily_progress',
): Promise<Slice | undefined> {
  const { rows } = await sql<Slice>`
    with progress as (
      select coalesce(counted_until, (
        select date_trunc('day', ${countings[progress].beginning}, 'UTC') from users)) as since
      from ${sql.table(progress)} for update skip locked
    ), settled as (
      select now() - ${MARGIN}::interval as until
    )
    select since as "from", date_trunc('milliseconds', least(settled.until,
        since + ${milliseconds}::float8 * interval '1 millisecond',
        date_trunc('day', since, 'UTC') + interval '24 hours')) as until,
      (since at time zone 'UTC')::date::text as day
    from progress, settled where since < date_trunc('milliseconds', settled.until)`.execute(tx)
  return rows[0]
}

async function moveProgress(tx: Tx, progress: Progress, { until }: Slice): Promise<void> {
  const moved = { counted_until: until }
  if (progress === 'daily_progress')
    await tx
      .updateTable('daily_progress')
      .set({ ...moved, counted_snapshot: sql`pg_current_snapshot()` })
      .execute()
  else await tx.updateTable('delivery_progress').set(moved).execute()
}

function isBehind(ctx: Context, slice: { until: Date } | undefined): boolean {
  return slice !== undefined && ctx.clock().getTime() - slice.until.getTime() > CAUGHT_UP_MS
}
