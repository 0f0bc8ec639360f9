import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import type { Loop } from '#server/lib/queue/loop.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'
import { linkLifetimes } from '#server/modules/messaging/emails/link-token.ts'
import { PLACE_LIFETIME } from '#server/modules/users/auth/start-session.ts'
import { resetQueue } from '#server/modules/users/resets/request-reset.ts'

/** Sends password resets. */
export function usersJobs(ctx: Context): Loop[] {
  return [resetQueue.start(ctx)]
}

const ofLink = { key: ['user_id', 'id'], since: 'created_at' } as const

export const usersRetention: readonly RetentionPolicy[] = [
  // Renewed sessions stay as long as their token could be shown again, to detect its reuse.
  { table: 'sessions', key: ['user_id', 'id'], since: 'ends_at', keep: `${limits.tokenHours} hours` },
  { table: 'view_as_sessions', key: ['user_id', 'id'], since: 'ends_at', keep: '1 hour' },
  { table: 'sign_in_places', key: ['user_id', 'place'], since: 'used_at', keep: PLACE_LIFETIME },
  { table: 'email_confirmations', ...ofLink, keep: linkLifetimes.email_confirmation },
  { table: 'password_resets', ...ofLink, keep: linkLifetimes.password_reset },
  { table: 'invitations', ...ofLink, keep: linkLifetimes.invitation },
  // Shown as expired until then.
  { table: 'api_keys', key: ['user_id', 'id'], since: 'expires_at', keep: '30 days' },
  { table: 'rate_limits', key: ['key'], since: 'expire', isEpochMs: true, keep: '0' },
]
