import { type Kysely, sql } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import type { BackupVerdictCode } from '#contract/operations/backups.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'

/** A process that hasn't renewed its lease for this long has died. */
export const DEAD_SECONDS = 120

export type BackupRow = {
  id: number
  state: 'queued' | 'running' | 'done' | 'failed'
  check_state: 'queued' | 'running' | null
  store: 'disk' | 'bucket' | null
  place: string | null
  name: string | null
  upload: string | null
}

/** Queues a backup unless one is queued or running. */
export async function queueBackup(db: Kysely<DB>, kind: 'planned' | 'asked'): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into backups (kind, state) values (${kind}, 'queued') on conflict do nothing returning id`.execute(
    db,
  )
  return rows[0]?.id
}

/** Claims the oldest queued backup, otherwise a queued check. Undefined if there is none, or another process works on one. */
export async function claimBackup(
  db: Kysely<DB>,
  lease: string,
): Promise<(BackupRow & { work: 'write' | 'check' }) | undefined> {
  const { rows } = await sql<BackupRow>`
    select id, state, check_state, store, place, name, upload from backups
    where lease is null and (state = 'queued' or (state = 'done' and check_state = 'queued'))
      and not exists (select from backups where lease is not null)
    order by state = 'queued' desc, id limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const work = row.state === 'queued' ? 'write' : 'check'
  // A unique index allows one lease: of two processes the second gets this error.
  const { rows: taken } = await sql`
    update backups set lease = ${lease}, beat_at = now() where id = ${row.id} and lease is null
      and (state = 'queued' or check_state = 'queued') returning id`
    .execute(db)
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === '23505') return { rows: [] }
      throw error
    })
  return taken.length === 0 ? undefined : { ...row, work }
}

export async function noteStarted(
  db: Kysely<DB>,
  lease: string,
  {
    store,
    place,
    name,
    isSealed,
  }: { store: 'disk' | 'bucket'; place: string; name: string; isSealed: boolean },
): Promise<void> {
  await sql`
    update backups set state = 'running', started_at = now(), store = ${store}, place = ${place}, name = ${name},
      is_sealed = ${isSealed} where lease = ${lease} and state = 'queued'`.execute(db)
}

export async function noteCheckStarted(db: Kysely<DB>, lease: string): Promise<void> {
  await sql`update backups set check_state = 'running' where lease = ${lease}`.execute(db)
}

export async function noteUpload(db: Kysely<DB>, lease: string, upload: string): Promise<void> {
  await sql`update backups set upload = ${upload} where lease = ${lease}`.execute(db)
}

/** False if another process considers it dead and took over. */
export async function beat(
  db: Kysely<DB>,
  { lease, bytes }: { lease: string; bytes: number | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    update backups set beat_at = now(), bytes = coalesce(${bytes ?? null}::bigint, bytes)
    where lease = ${lease} returning id`.execute(db)
  return rows.length > 0
}

/** `fault`: what the backup lacks. */
export async function noteDone(
  db: Kysely<DB>,
  { lease, bytes, fault }: { lease: string; bytes: number; fault?: Fault | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    update backups set state = 'done', finished_at = now(), bytes = ${bytes},
      fault = ${fault === undefined ? null : toStoredFault(fault)}::jsonb, upload = null, lease = null, beat_at = null
    where lease = ${lease} and state = 'running' returning id`.execute(db)
  return rows.length > 0
}

/** For a backup that left no file. */
export async function noteFailed(
  db: Kysely<DB>,
  { lease, fault }: { lease: string; fault: Fault },
): Promise<void> {
  // A backup that failed before it started has no location.
  await sql`
    update backups set state = 'failed', finished_at = now(), fault = ${toStoredFault(fault)}::jsonb, removed_at = now(),
      store = coalesce(store, 'disk'), place = coalesce(place, ''), name = coalesce(name, ''),
      upload = null, lease = null, beat_at = null
    where lease = ${lease} and state in ('queued', 'running')`.execute(db)
}

/** A check that could not be made keeps the verdict of an earlier one. */
export async function noteVerdict(
  db: Kysely<DB>,
  { lease, verdict, fault }: { lease: string; verdict: BackupVerdictCode; fault: Fault | undefined },
): Promise<void> {
  const isFound = sql`${verdict} <> 'unknown' or coalesce(verdict, 'unknown') = 'unknown'`
  await sql`
    update backups set check_state = null, lease = null, beat_at = null,
      checked_at = case when ${isFound} then now() else checked_at end,
      verdict_fault = case when ${isFound} then ${fault === undefined ? null : toStoredFault(fault)}::jsonb else verdict_fault end,
      verdict = case when ${isFound} then ${verdict} else verdict end
    where lease = ${lease} and state = 'done'`.execute(db)
}

/**
 * Queues an interrupted check again. One whose process was killed is queued once more only, since it may have caused
 * that, and not if an earlier check has a result.
 */
export async function requeueCheck(
  db: Kysely<DB>,
  { lease, fault }: { lease: string; fault: Fault },
): Promise<boolean> {
  const wasKilled = fault.code === 'job_killed'
  const { rows } = await sql`
    update backups set check_state = 'queued', lease = null, beat_at = null,
      verdict_fault = case when ${wasKilled} then ${toStoredFault(fault)}::jsonb else verdict_fault end
    where lease = ${lease} and state = 'done'
      and not (${wasKilled} and (coalesce(verdict, 'unknown') <> 'unknown'
        or coalesce(verdict_fault ->> 'code', '') = 'job_killed')) returning id`.execute(db)
  return rows.length > 0
}

/** Claims a row whose process has died; of several processes one gets it. */
export async function takeDead(db: Kysely<DB>, lease: string): Promise<BackupRow | undefined> {
  const { rows } = await sql<BackupRow>`
    update backups set lease = ${lease}, beat_at = now()
    where lease is not null and beat_at < now() - make_interval(secs => ${DEAD_SECONDS})
    returning id, state, check_state, store, place, name, upload`.execute(db)
  return rows[0]
}

/**
 * Deletes the row of the backup that this database was restored from: in its own snapshot it was running. It never ran
 * in the restored database, and the archive that it names exists.
 */
export async function forgetRestored(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from backups where state in ('queued', 'running')
      and created_at < (select max(restored_at) from restorations)
      and (beat_at is null or beat_at < (select max(restored_at) from restorations))`.execute(db)
}

/**
 * Backups beyond the newest `keep` in this location. Damaged ones don't count, nor ones that lack more files than the
 * one before: a file that stays lost must not fill the disk. Never the newest that a check found good, nor the newest
 * that lacks no file. Only backups that the product made automatically or on demand.
 */
export async function listSurplus(
  db: Kysely<DB>,
  { place, keep }: { place: string; keep: number },
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with present as (
      select id, name, verdict, finished_at, lease, fault,
        coalesce((fault->'details'->>'files')::int, 0) as lost
      from backups where state = 'done' and removed_at is null and place = ${place} and kind in ('planned', 'asked')
    ), judged as (
      select *, verdict is distinct from 'damaged'
        and lost <= coalesce(lag(lost) over (order by finished_at, id), 0) as is_whole from present
    ), counted as (
      select *, count(*) filter (where is_whole) over (order by finished_at desc, id desc) as whole from judged
    )
    select id, name from counted
    where lease is null and whole >= ${keep} + is_whole::int
      and id is distinct from
        (select id from present where verdict = 'good' order by finished_at desc, id desc limit 1)
      and id is distinct from (select id from present where fault is null order by finished_at desc, id desc limit 1)
    order by finished_at desc, id desc`.execute(db)
  return rows
}

export async function noteRemoved(db: Kysely<DB>, id: number): Promise<void> {
  await sql`update backups set removed_at = now(), check_state = null where id = ${id}`.execute(db)
}

/** Queues a check of the newest backup, unless one was checked within `days`. */
export async function queueWeeklyCheck(db: Kysely<DB>, days: number): Promise<void> {
  await sql`
    update backups set check_state = 'queued'
    where id = (select id from backups where state = 'done' and removed_at is null and kind in ('planned', 'asked')
      order by finished_at desc, id desc limit 1)
      and check_state is null
      and not exists (select from backups where checked_at > now() - make_interval(days => ${days}) and verdict <> 'unknown')`.execute(
    db,
  )
}

/** The backups that a location must have, newest first, with sizes: those made there since the database was last restored. */
export async function listPresent(db: Kysely<DB>, place: string): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select name, bytes::float8 as bytes from backups
    where state = 'done' and removed_at is null and place = ${place} and kind in ('planned', 'asked')
      and created_at > coalesce((select max(restored_at) from restorations), '-infinity')
    order by finished_at desc, id desc`.execute(db)
  return rows
}

export async function readDatabaseSize(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Backups since `moment`, scheduled or on demand. */
export async function readSince(
  db: Kysely<DB>,
  moment: Date,
): Promise<{ isDone: boolean; failures: number; last_failed_at: Date | null }> {
  const { rows } = await sql<{ isDone: boolean; failures: number; last_failed_at: Date | null }>`
    select count(*) filter (where state = 'done' and started_at >= ${moment}) > 0 as "isDone",
      count(*) filter (where state = 'failed' and fault ->> 'code' <> 'stopped')::int as failures,
      max(finished_at) filter (where state = 'failed' and fault ->> 'code' <> 'stopped') as last_failed_at
    from backups where created_at >= ${moment} and kind in ('planned', 'asked')`.execute(db)
  return rows[0] ?? { isDone: false, failures: 0, last_failed_at: null }
}
