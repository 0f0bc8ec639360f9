import type { AnnouncementKind } from '#contract/announcements.ts'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { readUnsubscribeToken } from '#server/mails/unsubscribe-token.ts'
import { changePreferences } from '#server/notifications/change-preferences.ts'

import { findLetterKey } from './announcements-queries.ts'

/**
 * Turns off the kind of letters that the token's was of, for good and however often it is pressed; letters that wait are
 * not sent any more. Throws `unsubscribe_invalid`.
 */
export async function unsubscribe(ctx: Context, token: string): Promise<AnnouncementKind> {
  const read = readUnsubscribeToken(token)
  const letter = read && (await findLetterKey(ctx.db, read.announcementId))
  if (letter === undefined || read?.isOf(letter.key) !== true) throw new AppError('unsubscribe_invalid')
  const { kind } = letter
  if (kind === 'service_notice') throw new AppError('unsubscribe_invalid')
  await changePreferences(
    ctx.db,
    read.userId,
    kind === 'promotion' ? { promotions: false } : { newsletter: false },
  )
  return kind
}
