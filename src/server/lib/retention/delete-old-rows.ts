import { sql } from 'kysely'

import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { BATCH_ROWS, nextRows } from './work-in-batches.ts'

type PolicyOf<Table extends keyof DB> = {
  table: Table
  /** Columns of the primary key. */
  key: readonly (keyof DB[Table] & string)[]
  /** The time that a row's age is counted from. An index on it, with `where` as its condition, serves the policy. */
  since: keyof DB[Table] & string
  /** `since` is a number: milliseconds since 1970. */
  isEpochMs?: true
  /** SQL; other rows stay, regardless of age. */
  where?: string
  /** How long a row stays: a PostgreSQL interval, or the setting that has the number of days. */
  keep: string | { setting: keyof Settings['retention'] }
  /** The row stays, and these columns become null. */
  clear?: readonly (keyof DB[Table] & string)[]
}

/** How long rows of a table are stored. Modules declare theirs in `*-jobs.ts`, `worker.ts` collects them and starts the job. */
export type RetentionPolicy = { [Table in keyof DB]: PolicyOf<Table> }[keyof DB]

/** Limits a round, so that a backlog does not look like a hanging job. */
const PASSES_MAX = 50

type Parts = Pick<Context, 'db' | 'cluster' | 'clock' | 'log' | 'settings'>

/**
 * Deletes in batches, one batch of each policy at a time, so that no backlog holds up the others. A policy that fails
 * is logged and skipped until the next round; the first failure is thrown at the end. Returns whether there may be more
 * to delete. Any number of processes may run it: each skips rows that another is deleting.
 */
export async function deleteOldRows(
  ctx: Parts,
  policies: readonly RetentionPolicy[],
  signal?: AbortSignal,
): Promise<boolean> {
  const { retention } = await ctx.settings.read()
  const failures: unknown[] = []
  let open = policies.map((policy) => ({ policy, rows: BATCH_ROWS.first as number }))
  for (let pass = 0; pass < PASSES_MAX && open.length > 0; pass += 1) {
    const full: typeof open = []
    for (const { policy, rows } of open) {
      if (signal?.aborted === true) return false
      try {
        const started = performance.now()
        const deleted = await deleteBatch(ctx, policy, { now: ctx.clock(), retention, rows })
        if (deleted === rows) full.push({ policy, rows: nextRows(rows, performance.now() - started) })
      } catch (error) {
        ctx.log.error({ err: error, table: policy.table }, 'old rows could not be deleted')
        failures.push(error)
      }
    }
    open = full
  }
  if (failures.length > 0) throw failures[0]
  return open.length > 0
}

/** The oldest first, at most a batch. Returns the number of rows. */
async function deleteBatch(
  { db, cluster }: Parts,
  { table, key, since, isEpochMs, where, keep, clear }: RetentionPolicy,
  { now, retention, rows: count }: { now: Date; retention: Settings['retention']; rows: number },
): Promise<number> {
  const [rows, age] = [sql.table(table), sql.ref(since)]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const interval = typeof keep === 'string' ? keep : `${retention[keep.setting]} days`
  const before = sql`${now}::timestamptz - ${interval}::interval`
  const isOld = sql`${age} < ${isEpochMs === true ? sql`extract(epoch from ${before}) * 1000` : before}
    ${where === undefined ? sql`` : sql`and ${sql.raw(where)}`}`
  // On a cluster, rows of several shards can't be locked in one statement: each is deleted if it is still old.
  const isSpread = cluster !== undefined && key.includes('user_id' as never)
  const old = sql`select ${columns} from ${rows} where ${isOld}
    order by ${age} limit ${count} ${isSpread ? sql`` : sql`for update skip locked`}`
  const change =
    clear === undefined
      ? sql`delete from ${rows}`
      : sql`update ${rows} set ${sql.join(clear.map((column) => sql`${sql.ref(column)} = null`))}`
  const still = isSpread ? sql`and ${isOld}` : sql``
  const { numAffectedRows = 0n } = await sql`${change} where (${columns}) in (${old}) ${still}`.execute(db)
  return Number(numAffectedRows)
}
