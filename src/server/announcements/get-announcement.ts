import type { Announcement } from '#contract/announcements.ts'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

import { findAnnouncement } from './announcements-queries.ts'

/** Throws `not_found`. */
export async function getAnnouncement({ db }: Pick<Context, 'db'>, id: number): Promise<Announcement> {
  const found = await findAnnouncement(db, id)
  if (found === undefined) throw new AppError('not_found')
  return found
}
