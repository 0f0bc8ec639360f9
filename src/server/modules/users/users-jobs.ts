import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import { deleteExpiredTries } from '#server/modules/users/auth/limit-tries.ts'
import { deleteOldPlaces } from '#server/modules/users/auth/start-session.ts'
import { deleteEndedSessions } from '#server/modules/users/auth/sessions-queries.ts'
import { deleteOldInvitations } from '#server/modules/users/invitations/accept-invitation.ts'
import { deleteOldConfirmations } from '#server/modules/users/profile/confirm-email.ts'
import { sendResetEmails } from '#server/modules/users/resets/request-reset.ts'
import { deleteOldResets } from '#server/modules/users/resets/set-new-password.ts'
import { deleteEndedViews } from '#server/modules/users/view-as/views-queries.ts'

const EVERY_MS = 10 * 60_000
const ROWS_PER_STATEMENT = 2_000

/** Sends password resets and deletes expired rows in batches. */
export function usersJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'password resets',
      everyMs: 5_000,
      wakeOn: ['reset'],
      work: () => sendResetEmails(ctx),
    }),
    startLoop({
      ctx,
      name: 'clean-sessions',
      everyMs: EVERY_MS,
      work: async () => (await deleteEndedSessions(ctx.db, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT,
    }),
    startLoop({
      ctx,
      name: 'clean-confirmations',
      everyMs: EVERY_MS,
      work: async () => (await deleteOldConfirmations(ctx.db, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT,
    }),
    startLoop({
      ctx,
      name: 'clean-invitations',
      everyMs: EVERY_MS,
      work: async () => (await deleteOldInvitations(ctx.db, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT,
    }),
    startLoop({
      ctx,
      name: 'clean-views',
      everyMs: EVERY_MS,
      work: async () => (await deleteEndedViews(ctx.db, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT,
    }),
    startLoop({
      ctx,
      name: 'clean-resets',
      everyMs: EVERY_MS,
      work: async () => (await deleteOldResets(ctx.db, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT,
    }),
    startLoop({
      ctx,
      name: 'clean-sign-ins',
      everyMs: EVERY_MS,
      work: async () => (await deleteOldPlaces(ctx.db, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT,
    }),
    startLoop({
      ctx,
      name: 'clean-tries',
      everyMs: EVERY_MS,
      work: async () => (await deleteExpiredTries(ctx.db, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT,
    }),
  ]
}
