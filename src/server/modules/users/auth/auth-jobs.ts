import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { deleteOldConfirmations } from './confirmations-queries.ts'
import { deleteOldInvitations } from '#server/modules/users/invitations/invitations-queries.ts'
import { writeResets } from '#server/modules/users/resets/request-reset.ts'
import { deleteOldResets } from '#server/modules/users/resets/resets-queries.ts'
import { deleteEndedSessions } from './sessions-queries.ts'
import { deleteOldPlaces } from '#server/modules/users/sign-ins/sign-ins-queries.ts'
import { deleteExpiredTries } from './tries-queries.ts'
import { deleteEndedViews } from '#server/modules/users/view-as/views/views-queries.ts'

const EVERY_MS = 10 * 60_000
const ROWS_PER_STATEMENT = 2_000

/**
 * Who forgot their password is written to; and what is over is of no use to anyone: ended sessions and counts of tries are
 * deleted, some at a time.
 */
export function authJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'password resets',
      everyMs: 5_000,
      wakeOn: ['reset'],
      work: () => writeResets(ctx),
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
