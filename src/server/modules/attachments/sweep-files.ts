import type { Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import { isLockHeld } from '#server/lib/postgres/advisory-locks.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { removeFile, type StoredFile } from './file-store.ts'

const UNATTACHED_MS = 86_400_000
const BATCH = 200

/**
 * Removes files that are attached to nothing, each file before its row. A file that can't be
 * removed does not stop the others. While a backup is written nothing is removed: its snapshot may have a file that was
 * attached then. Answers whether there may be more.
 */
export async function sweepFiles(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.clock().getTime() - UNATTACHED_MS)
  const unattached = await listUnattached(ctx.db, { before, count: BATCH })
  // After the list: a file that was detached since the snapshot was detached while the backup had its lock.
  if (await isLockHeld(ctx.db, 'backup')) return false
  let removed = 0
  for (const file of unattached)
    try {
      await removeFile(ctx, file)
      await deleteUnattached(ctx.db, file)
      removed += 1
    } catch (error) {
      ctx.log.warn({ err: error, attachment: Number(file.id) }, 'an unattached file could not be removed')
    }
  return removed === BATCH
}

/** The request that sent them was refused late or cut off, or their user was deleted. */
async function listUnattached(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<StoredFile[]> {
  return db
    .selectFrom('attachments')
    .select(['user_id', 'id', 'store', 'key'])
    .where('message_id', 'is', null)
    .where('deposit_id', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(count)
    .execute()
}

async function deleteUnattached(
  db: Kysely<DB>,
  { user_id: userId, id }: Pick<StoredFile, 'user_id' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('attachments')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('message_id', 'is', null)
    .where('deposit_id', 'is', null)
    .execute()
}
