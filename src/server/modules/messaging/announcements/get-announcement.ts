import type { Announcement } from '#contract/messaging/announcements.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import { findAnnouncement } from './announcements-queries.ts'

/** Throws `not_found`. */
export async function getAnnouncement({ db }: Pick<Context, 'db'>, id: number): Promise<Announcement> {
  const found = await findAnnouncement(db, id)
  if (found === undefined) throw new AppError('not_found')
  return found
}
