import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { deleteSentEmails } from '#server/modules/messaging/emails/delete-user-emails.ts'
import { deleteNotifications } from '#server/modules/messaging/notifications/delete-user-notifications.ts'
import { deleteSamples } from '#server/modules/orders/polling/delete-samples.ts'

/** Longer than a batch may take: a process that was silent for so long is gone. */
const LEFT_MS = 60_000

/**
 * Deletes in batches what a user may have a million of: in the tx of the deletion it would hold the account for longer than
 * a statement may take. Can be repeated, and run twice at once: a batch that another process has deleted is just empty.
 */
export async function finishUserDeletion(ctx: Context, userId: number): Promise<void> {
  const isLeft = () => noteProgress(ctx.db, { userId, now: ctx.clock() })
  if (!(await isLeft())) return
  for (const deleteAll of [deleteNotifications, deleteSentEmails, deleteSamples])
    await deleteAll(ctx, { userId, afterEach: isLeft })
  await ctx.db.deleteFrom('user_deletions').where('user_id', '=', userId).execute()
}

/** Continues a deletion whose process has died, each by one process. Answers whether there may be more. */
export async function finishLeftDeletion(ctx: Context): Promise<boolean> {
  const now = ctx.clock()
  const userId = await claimLeftDeletion(ctx.db, { since: new Date(now.getTime() - LEFT_MS), now })
  if (userId === undefined) return false
  await finishUserDeletion(ctx, userId)
  return true
}

/** False if the deletion is finished. */
async function noteProgress(
  db: Kysely<DB>,
  { userId, now }: { userId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_deletions')
    .set({ worked_at: now })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The deletion that has been idle for the longest time, and since before `since`. */
async function claimLeftDeletion(
  db: Kysely<DB>,
  { since, now }: { since: Date; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    update user_deletions set worked_at = ${now}
    where user_id = (
      select user_id from user_deletions where worked_at < ${since} order by worked_at, user_id limit 1 for update skip locked)
    returning user_id`.execute(db)
  return rows[0]?.user_id
}
