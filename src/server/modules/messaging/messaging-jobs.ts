import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'

import { announcementQueue } from './announcements/send-announcements.ts'
import { emailQueue } from './emails/send-emails.ts'
import { writeOrderEmails } from './emails/write-order-emails.ts'
import { watchBalances } from './notifications/low-balance.ts'

/** Any number of processes may run these: rows are claimed or locked. */
export function messagingJobs(ctx: Context): Loop[] {
  const balances = watchBalances(ctx)
  const lowBalances = startLoop({ ctx, name: 'low balances', everyMs: 15_000, work: balances.work })
  return [
    emailQueue.start(ctx),
    announcementQueue.start(ctx),
    startLoop({ ctx, name: 'order emails', everyMs: 60_000, work: () => writeOrderEmails(ctx) }),
    {
      ...lowBalances,
      stop: () => {
        balances.stop()
        return lowBalances.stop()
      },
    },
  ]
}

export const messagingRetention: readonly RetentionPolicy[] = [
  // Sent or failed.
  {
    table: 'emails',
    key: ['user_id', 'event', 'receiver'],
    since: 'created_at',
    where: 'due_at is null',
    keep: { setting: 'emails_days' },
  },
  {
    table: 'notifications',
    key: ['user_id', 'id'],
    since: 'created_at',
    where: 'is_read',
    keep: { setting: 'notifications_days' },
  },
]
