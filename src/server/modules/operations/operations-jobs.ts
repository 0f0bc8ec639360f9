import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'

import { backupsJob } from './backups/automatic/backups-jobs.ts'
import { alertStaff } from './health/alert-staff.ts'
import { ledgerCheckJob } from './ledger-check/ledger-check-jobs.ts'
import { deletionQueue } from './user-deletion/finish-user-deletion.ts'

export function operationsJobs(ctx: Context): Loop[] {
  const alert = async () => {
    await alertStaff(ctx)
    return false
  }
  return [
    startLoop({ ctx, name: 'staff alerts', everyMs: 10_000, work: alert }),
    deletionQueue.start(ctx),
    backupsJob(ctx),
    ledgerCheckJob(ctx),
  ]
}

export const operationsRetention: readonly RetentionPolicy[] = [
  // Processes that were killed; others delete their row when they stop.
  { table: 'processes', key: ['id'], since: 'beat_at', keep: '1 day' },
  // Their files are gone.
  { table: 'backups', key: ['id'], since: 'removed_at', keep: '90 days' },
]
