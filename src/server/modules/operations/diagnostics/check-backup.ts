import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Diagnosed } from '#contract/operations/diagnostics.ts'
import type { Context } from '#server/context.ts'

const LATE_MINUTES = 48 * 60

export async function checkBackup(ctx: Pick<Context, 'config' | 'clock'>): Promise<Diagnosed[]> {
  const finishedAt = await readLastBackup(ctx)
  if (finishedAt === undefined) return [{ code: 'backup_none' }]
  const minutes = Math.max(0, Math.floor((ctx.clock().getTime() - finishedAt.getTime()) / 60_000))
  return [{ code: minutes > LATE_MINUTES ? 'backup_late' : 'backup_good', details: { minutes } }]
}

/** When the operator's backup command last touched `last-backup` in DATA_DIR (docs/operating/backups.md); undefined: never. */
export async function readLastBackup({ config }: Pick<Context, 'config'>): Promise<Date | undefined> {
  const marker = await stat(join(config.dataDir, 'last-backup')).catch(() => undefined)
  return marker?.mtime
}
