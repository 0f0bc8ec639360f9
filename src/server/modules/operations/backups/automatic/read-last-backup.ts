import { sql } from 'kysely'

import type { SentFault } from '#contract/base/codes.ts'
import type { Fault } from '#contract/base/faults.ts'
import type { BackupVerdictCode } from '#contract/operations/backups.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import { readBackupSchedule } from '#server/modules/settings/read-settings.ts'

import { findPlannedMoments } from './planned-moments.ts'

const LATE_MS = 2 * 3_600_000
const OLD_MS = 26 * 3_600_000

export type LastBackup = {
  /** Whether automatic backups are on. */
  isPlanned: boolean
  /** The next automatic backup; null if there is none. */
  nextAt: Date | null
  /** The planned backup is two hours overdue, or the newest is older than 26 hours. */
  isLate: boolean
  /** The newest backup, including those of `npm run backup`. */
  made: { finished_at: Date; bytes: number } | null
  /** The latest attempt failed, other than by stopping with the product. */
  failure: { id: number; reason: SentFault } | null
  /** Bytes written so far by the running backup. */
  running: { bytes: number } | null
  /** The latest check. */
  checked: { id: number; at: Date; verdict: BackupVerdictCode } | null
  /** The backup that the latest conclusive check found bad, if it did. */
  bad: { id: number } | null
}

type Row = {
  made_at: Date | null
  made_bytes: bigint | null
  planned_at: Date | null
  failed_id: number | null
  fault: unknown
  running_bytes: bigint | null
  checked_id: number | null
  checked_at: Date | null
  verdict: BackupVerdictCode | null
  bad_id: number | null
}

const stopped: Fault['code'] = 'stopped'

/** The state of backups, in one query over few rows. */
export async function readLastBackup(ctx: Pick<Context, 'db' | 'log' | 'clock'>): Promise<LastBackup> {
  const plan = await readBackupSchedule(ctx.db, ctx.log)
  const { rows } = await sql<Row>`
    select made.finished_at as made_at, made.bytes as made_bytes,
      (select max(started_at) from backups where state = 'done' and kind <> 'command') as planned_at,
      failed.id as failed_id, failed.fault,
      (select bytes from backups where state = 'running') as running_bytes,
      checked.id as checked_id, checked.checked_at, checked.verdict, bad.id as bad_id
    from (values (1)) as one
    left join lateral (select finished_at, bytes from backups where state = 'done'
      order by finished_at desc, id desc limit 1) as made on true
    left join lateral (select id, state, fault from backups where state in ('done', 'failed') and kind <> 'command'
      and coalesce(fault ->> 'code', '') <> ${stopped} order by finished_at desc, id desc limit 1) as failed
      on failed.state = 'failed'
    left join lateral (select id, checked_at, verdict from backups where checked_at is not null
      order by checked_at desc, id desc limit 1) as checked on true
    left join lateral (select id, verdict from backups where verdict <> 'unknown'
      order by checked_at desc, id desc limit 1) as bad on bad.verdict in ('damaged', 'findings')`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a select of one row returns it')
  const now = ctx.clock().getTime()
  const moments = plan && findPlannedMoments(plan, ctx.clock())
  const made = row.made_at && { finished_at: row.made_at, bytes: Number(row.made_bytes ?? 0n) }
  const failure = readStoredFault(row.fault)
  const { checked_id: checkedId, checked_at: checkedAt, verdict } = row
  return {
    isPlanned: plan !== undefined,
    nextAt: moments?.next ?? null,
    isLate:
      plan !== undefined &&
      moments !== undefined &&
      isLate({ now, planned: moments.last.getTime(), changed: plan.changedAt.getTime(), row }),
    made,
    failure:
      plan === undefined || row.failed_id === null || failure === null
        ? null
        : { id: row.failed_id, reason: failure },
    running: row.running_bytes === null ? null : { bytes: Number(row.running_bytes) },
    bad: row.bad_id === null ? null : { id: row.bad_id },
    checked:
      checkedId === null || checkedAt === null || verdict === null
        ? null
        : { id: checkedId, at: checkedAt, verdict },
  }
}

/** Times in ms. After a change of settings the first backup has two hours. */
function isLate({
  now,
  planned,
  changed,
  row,
}: {
  now: number
  planned: number
  changed: number
  row: Row
}): boolean {
  if (now - changed < LATE_MS) return false
  const started = row.planned_at?.getTime() ?? 0
  const finished = row.made_at?.getTime() ?? 0
  return (started < planned && now - planned >= LATE_MS) || now - Math.max(finished, changed) >= OLD_MS
}
