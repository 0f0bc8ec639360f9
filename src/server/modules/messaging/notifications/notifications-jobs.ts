import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { deleteOldRead } from './notifications-queries.ts'

const DAY_MS = 86_400_000
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

/** For as long as the operator says; an unread one stays until it is read. Answers true when there may be more. */
export async function cleanNotifications({
  db,
  clock,
  settings,
}: Pick<Context, 'db' | 'clock' | 'settings'>): Promise<boolean> {
  const { notifications_days: days } = (await settings.read()).retention
  const before = new Date(clock().getTime() - days * DAY_MS)
  return (await deleteOldRead(db, { before, count: ROWS_PER_STATEMENT })) === ROWS_PER_STATEMENT
}
