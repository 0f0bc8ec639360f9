import type { Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { removeFile, type StoredFile } from './file-store.ts'

const LEFT_OVER_MS = 86_400_000
const SWEPT_AT_ONCE = 200

/**
 * Removes what came of no message, the file before its row; one that can not be removed holds up no other. Answers
 * whether there may be more.
 */
export async function sweepFiles(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.clock().getTime() - LEFT_OVER_MS)
  const leftOver = await listLeftOver(ctx.db, { before, count: SWEPT_AT_ONCE })
  let removed = 0
  for (const file of leftOver)
    try {
      await removeFile(ctx, file)
      await deleteLeftOver(ctx.db, file)
      removed += 1
    } catch (error) {
      ctx.log.warn(
        { err: error, attachment: Number(file.id) },
        'a file that is left over could not be removed',
      )
    }
  return removed === SWEPT_AT_ONCE
}

/** What came of no message: its sending was refused at the end, or broke off. */
async function listLeftOver(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<StoredFile[]> {
  return db
    .selectFrom('ticket_attachments')
    .select(['user_id', 'id', 'store', 'key'])
    .where('message_id', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(count)
    .execute()
}

async function deleteLeftOver(
  db: Kysely<DB>,
  { user_id: userId, id }: Pick<StoredFile, 'user_id' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('ticket_attachments')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('message_id', 'is', null)
    .execute()
}
