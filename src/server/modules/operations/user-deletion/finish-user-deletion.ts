import type { Context } from '#server/context.ts'
import { deleteSentEmails } from '#server/modules/messaging/emails/delete-user-emails.ts'
import { deleteNotifications } from '#server/modules/messaging/notifications/delete-user-notifications.ts'
import { deleteSamples } from '#server/modules/orders/polling/delete-samples.ts'

import { claimLeftErasure, deleteErasure, noteWork } from './user-deletion-queries.ts'

/** Longer than a batch may take: who was silent for so long has gone. */
const LEFT_MS = 60_000

/**
 * What is left of somebody who was deleted, a batch at a time: who ordered a million times was told of it as often, and in
 * the tx of their leaving all of that would hold their account for longer than a statement may take. Once more goes on, and
 * so do two at once: whoever was held up for longer than that finds what another has deleted meanwhile deleted.
 */
export async function finishErasure(ctx: Context, userId: number): Promise<void> {
  const isLeft = () => noteWork(ctx.db, { userId, now: ctx.clock() })
  if (!(await isLeft())) return
  for (const forgetSome of [deleteNotifications, deleteSentEmails, deleteSamples])
    await forgetSome(ctx, { userId, afterEach: isLeft })
  await deleteErasure(ctx.db, userId)
}

/** Goes on where a process was ended, one process with each. Answers true when there may be more. */
export async function finishLeftErasure(ctx: Context): Promise<boolean> {
  const now = ctx.clock()
  const userId = await claimLeftErasure(ctx.db, { since: new Date(now.getTime() - LEFT_MS), now })
  if (userId === undefined) return false
  await finishErasure(ctx, userId)
  return true
}
