import { CompiledQuery, sql } from 'kysely'

import type { Tx } from '#server/lib/postgres/transact.ts'

import { countDaysStatement } from './count-days-statement.ts'

/**
 * How long after its time a row is counted. Of the daily figures the snapshot finds what is seen later than that
 * (count-days-statement.ts), so no open tx, of whatever client of the database, holds the reports up. A delivery time that is
 * missed is no loss.
 */
const MARGIN = '1 second'

/** How far each of them is counted. What orders took is told from the newest ones: none needs those of long ago. */
const beginnings = {
  daily_progress: sql`min(created_at)`,
  delivery_progress: sql`greatest(min(created_at), now() - interval '90 days')`,
} as const
export type Progress = keyof typeof beginnings

export type Slice = { from: Date; until: Date; day: string }

/**
 * The next slice to count, of at most so long and of one UTC day, under the lock of whoever counts; undefined while
 * somebody else does, or when everything is counted.
 */
export async function takeSlice(
  tx: Tx,
  milliseconds: number,
  progress: Progress = 'daily_progress',
): Promise<Slice | undefined> {
  const { rows } = await sql<Slice>`
    with progress as (
      select coalesce(counted_until, (
        select date_trunc('day', ${beginnings[progress]}, 'UTC') from users)) as since
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

/**
 * First in its tx: each statement of it sees the same, so that what is noted as counted is what was counted. A snapshot of
 * tx ids that are still to come is another cluster's, from which the database was restored: it says nothing of this one.
 */
export async function seeTheSame(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx)
  await sql`update daily_progress set counted_in = null, late_from = now()
    where pg_snapshot_xmax(counted_in) > pg_snapshot_xmax(pg_current_snapshot())`.execute(tx)
}

export async function countSlice(tx: Tx, { from, until }: Slice): Promise<void> {
  // Every join is a walk through keys from the slice's own rows: it costs as much as those, however large the tables are.
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true)`.execute(tx)
  await tx.executeQuery(CompiledQuery.raw(countDaysStatement, [from, until]))
}

export async function moveProgress(tx: Tx, progress: Progress, { until }: Slice): Promise<void> {
  const moved = { counted_until: until }
  if (progress === 'daily_progress')
    await tx
      .updateTable('daily_progress')
      .set({ ...moved, counted_in: sql`pg_current_snapshot()` })
      .execute()
  else await tx.updateTable('delivery_progress').set(moved).execute()
}

/** In one tx with whatever makes it necessary. Nothing but reports reads these tables. */
export async function forgetCounted(tx: Tx): Promise<void> {
  await tx
    .updateTable('daily_progress')
    .set({ counted_until: null, counted_in: null, late_from: null })
    .execute()
  await sql`truncate daily_totals, daily_services, daily_customers`.execute(tx)
}
