import type { Context } from '#server/context.ts'

import { findNewestId, markSomeRead } from './notifications-queries.ts'

const BATCH_MAX = 5_000

/**
 * Those that are there now. A batch at a time: a million in one statement would take longer than a statement may, each time
 * anew. One that is broken off has marked what it came to, and the next goes on from there.
 */
export async function markAllRead({ db }: Pick<Context, 'db'>, userId: number): Promise<void> {
  const upTo = await findNewestId(db, userId)
  while ((await markSomeRead(db, { userId, upTo, count: BATCH_MAX })) > 0) continue
}
