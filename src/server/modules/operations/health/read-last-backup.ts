import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Overview } from '#contract/operations/overview.ts'
import type { Context } from '#server/context.ts'

/** Touched by the operator's own backup command once it is through (README, "Backups"). */
const MARKER = 'last-backup'
const LATE_MS = 48 * 3_600_000

/**
 * The product makes no backup and can not see one made: it knows what the command that makes them says. Without a word
 * there is none, as far as anybody knows, and that is a warning.
 */
export async function readLastBackup({
  config: { dataDir },
  clock,
}: Pick<Context, 'config' | 'clock'>): Promise<Overview['system']['backup']> {
  const marker = await stat(join(dataDir, MARKER)).catch(() => undefined)
  if (marker === undefined) return { state: 'waits', finished_at: null }
  const isLate = clock().getTime() - marker.mtimeMs > LATE_MS
  return { state: isLate ? 'waits' : 'ok', finished_at: marker.mtime }
}
