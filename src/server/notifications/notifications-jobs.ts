import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/jobs/loop.ts'

import { deleteOldRead } from './notifications-queries.ts'

const DAY_MS = 86_400_000
/** Of use to someone who looks back; an unread one stays until it is read. */
const READ_KEPT_DAYS = 90
const ROWS_PER_STATEMENT = 2_000

export function notificationsJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'notifications cleaning',
      everyMs: 3_600_000,
      work: () => cleanNotifications(ctx),
    }),
  ]
}

/** Answers true when there may be more. */
export async function cleanNotifications({ db, clock }: Context): Promise<boolean> {
  const before = new Date(clock().getTime() - READ_KEPT_DAYS * DAY_MS)
  return (await deleteOldRead(db, { before, count: ROWS_PER_STATEMENT })) === ROWS_PER_STATEMENT
}
