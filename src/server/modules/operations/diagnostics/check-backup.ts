import type { Diagnosed } from '#contract/operations/diagnostics.ts'
import type { Context } from '#server/context.ts'
import {
  type LastBackup,
  readLastBackup,
} from '#server/modules/operations/backups/automatic/read-last-backup.ts'

/** For backups made only by `npm run backup`. */
const LATE_MINUTES = 48 * 60

/** Age and size of the last backup, a running or failed one, and the verdict of the last check. */
export async function checkBackup(ctx: Pick<Context, 'db' | 'log' | 'clock'>): Promise<Diagnosed[]> {
  const last = await readLastBackup(ctx)
  const minutesSince = (at: Date) => Math.max(0, Math.floor((ctx.clock().getTime() - at.getTime()) / 60_000))
  const found = [judgeLast(last, minutesSince)]
  if (last.running !== null) found.push({ code: 'backup_running', details: last.running })
  if (last.failure !== null) found.push({ code: 'backup_failed' })
  if (last.checked !== null) {
    const details = { minutes: minutesSince(last.checked.at) }
    found.push({ code: verdicts[last.checked.verdict], details })
  }
  return found
}

const verdicts = {
  good: 'backup_checked',
  findings: 'backup_damaged',
  damaged: 'backup_damaged',
  unknown: 'backup_unknown',
} as const

function judgeLast({ made, isLate, isPlanned }: LastBackup, minutesSince: (at: Date) => number): Diagnosed {
  if (made === null) return { code: isLate ? 'backup_missing' : 'backup_none' }
  const minutes = minutesSince(made.finished_at)
  const isOld = isPlanned ? isLate : minutes > LATE_MINUTES
  return { code: isOld ? 'backup_late' : 'backup_good', details: { minutes, bytes: made.bytes } }
}
