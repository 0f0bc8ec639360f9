import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import type { Loop } from '#server/lib/queue/loop.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'
import { contactQueue } from '#server/modules/support/contact/sort-messages.ts'

export function supportJobs(ctx: Context): Loop[] {
  return [contactQueue.start(ctx)]
}

export const supportRetention: readonly RetentionPolicy[] = [
  // Answered by email, so they are stored as long as emails.
  { table: 'contact_messages', key: ['id'], since: 'answered_at', keep: { setting: 'emails_days' } },
  {
    table: 'ticket_keys',
    key: ['user_id', 'sender_id', 'call', 'idempotency_key'],
    since: 'created_at',
    keep: `${limits.idempotencyDays} days`,
  },
  {
    table: 'ticket_presence',
    key: ['user_id', 'ticket_id', 'actor_id'],
    since: 'seen_at',
    keep: '1 hour',
  },
]
