import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { readBackupPlan } from '#server/modules/settings/settings-with-secrets.ts'

import { queueBackup } from './backups-queries.ts'

/** Queues a backup to the location in the settings and answers its id. Throws `state_conflict`. */
export async function askForBackup(ctx: Context, by: By): Promise<number> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const plan = await readBackupPlan({ ...ctx, db: tx })
    if (plan === undefined) throw new AppError('state_conflict', { reason: 'backups_off' })
    const id = await queueBackup(tx, 'asked')
    if (id === undefined) throw new AppError('state_conflict', { reason: 'backup_running' })
    record({ action: 'backup.create', id })
    publish({ topic: 'backup' })
    return id
  })
}

/** Queues a check of a backup. Throws `not_found`, and `state_conflict` if there is no file to check. */
export async function askForCheck(ctx: Context, by: By, id: number): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const { rows } = await sql<{ can_check: boolean; is_queued: boolean }>`
      select state = 'done' and removed_at is null and kind <> 'command' as can_check, check_state is not null as is_queued
      from backups where id = ${id} for update`.execute(tx)
    const [row] = rows
    if (row === undefined) throw new AppError('not_found')
    if (!row.can_check) throw new AppError('state_conflict', { reason: 'backup_not_there' })
    if (row.is_queued) return
    await sql`update backups set check_state = 'queued' where id = ${id}`.execute(tx)
    record({ action: 'backup.check', id })
    publish({ topic: 'backup' })
  })
}
