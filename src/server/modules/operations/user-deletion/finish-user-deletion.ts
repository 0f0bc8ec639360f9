import { makeQueue } from '#server/lib/queue/make-queue.ts'
import { deleteSentEmails } from '#server/modules/messaging/emails/delete-user-emails.ts'
import { deleteNotifications } from '#server/modules/messaging/notifications/delete-user-notifications.ts'
import { noteDeletion } from '#server/modules/operations/restored/deleted-users.ts'
import { deleteSamples } from '#server/modules/orders/polling/delete-samples.ts'

/**
 * Deletions to finish. Data that may have a million rows is deleted in batches, since the deletion's own tx would hold
 * the account for longer than a statement may take; the deletion is also recorded for restores. Can be repeated, and
 * run concurrently.
 */
export const deletionQueue = makeQueue({
  name: 'erasures',
  table: 'user_deletions',
  key: ['user_id'],
  columns: [],
  order: ['due_at'],
  since: 'created_at',
  everyMs: 60_000,
  concurrency: 1,
  leaseSeconds: 60,
  timeoutSeconds: 3_600,
  tries: { max: 10, pauseSeconds: 10, pauseSecondsMax: 3_600 },
  whenDone: 'delete',
  async handle(ctx, { user_id: userId }, { signal }) {
    await noteDeletion(ctx, userId)
    for (const deleteAll of [deleteNotifications, deleteSentEmails, deleteSamples])
      await deleteAll(ctx, { userId, signal })
    return 'done'
  },
})
