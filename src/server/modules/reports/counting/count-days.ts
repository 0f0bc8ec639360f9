import { CompiledQuery, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'

import { addToMonthsStatement, countDaysStatement, releasedDaysStatement } from './count-days-statement.ts'
import { makeSliceCounter, type Slice } from './count-slices.ts'

const DAY_MS = 86_400_000

/** Brings the daily figures up to date from the ledger, one slice per call. */
export function makeDayCounter(
  ctx: Context,
  options: { firstMs?: number } = {},
): () => Promise<false | number> {
  return makeSliceCounter(ctx, { progress: 'daily_progress', count: countSlice, ...options })
}

/** For a whole day's statement, which a shorter slice after an error would not shorten: counting would never continue. */
const WHOLE_DAY_SECONDS = 60

/**
 * Adds a slice and late rows. If a provider's order id was released since the last slice, days that are already counted
 * change: these are recounted in the same tx, so that readers never see half a day.
 */
export async function countSlice(tx: Tx, slice: Slice, sliceMs: number): Promise<void> {
  const { from, until, day: current } = slice
  await tx.executeQuery(CompiledQuery.raw(countDaysStatement, [from, until, true]))
  await sql.raw(allowSeconds(WHOLE_DAY_SECONDS)).execute(tx)
  const { rows } = await tx.executeQuery<Slice>(CompiledQuery.raw(releasedDaysStatement, [from, until]))
  for (const day of rows) await recountDay(tx, { ...day, isInMonth: day.day < current }, sliceMs)
  if (until.getTime() % DAY_MS === 0) await addToMonths(tx, current, 1)
}

/** A day is added to its month when it ends, and removed while it is recounted. */
async function addToMonths(tx: Tx, day: string, sign: 1 | -1): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(addToMonthsStatement, [day, sign]))
}

/** After errors a slice may be as short as 100 ms, which would take 864,000 statements for a day. */
const RECOUNT_STEP_MS_MIN = 60_000

async function recountDay(
  tx: Tx,
  { day, from, until, isInMonth }: Slice & { isInMonth: boolean },
  sliceMs: number,
): Promise<void> {
  if (isInMonth) await addToMonths(tx, day, -1)
  // Set to zero instead of deleted: the product's role may not delete figures (db/grants.sql).
  const orders = { orders: 0n, sold: 0n, refunded: 0n, cost: 0n }
  const all = { ...orders, deposits: 0n, bonuses: 0n, corrections: 0n }
  await tx.updateTable('daily_totals').set(all).where('day', '=', day).execute()
  await tx.updateTable('daily_customers').set(all).where('day', '=', day).execute()
  await tx.updateTable('daily_services').set(orders).where('day', '=', day).execute()
  await tx
    .updateTable('recent_totals')
    .set(orders)
    .where('since', '>=', from)
    .where('since', '<', until)
    .execute()
  const end = until.getTime()
  const stepMs = Math.max(sliceMs, RECOUNT_STEP_MS_MIN)
  for (let at = from.getTime(); at < end; at += stepMs) {
    const step = [new Date(at), new Date(Math.min(at + stepMs, end))]
    await tx.executeQuery(CompiledQuery.raw(countDaysStatement, [...step, false]))
  }
  if (isInMonth) await addToMonths(tx, day, 1)
}

/**
 * Resets the daily figures: the job counts them again from the beginning of the ledger, and reports show how far it is. In a
 * database restored into another cluster the old tx ids mean nothing, now as at its first count: `late_from` stays.
 */
export async function recountAllDays(ctx: Parameters<typeof transact>[0]): Promise<void> {
  await transact(ctx, async (tx) => {
    await tx
      .updateTable('daily_progress')
      .set({
        counted_until: null,
        counted_snapshot: null,
        recounted_at: sql`now()`,
        late_from: sql`case when pg_snapshot_xmax(counted_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) then now()
          else late_from end`,
      })
      .execute()
    await sql`truncate daily_totals, daily_services, daily_customers, monthly_services, monthly_customers,
      recent_totals`.execute(tx)
  })
}
