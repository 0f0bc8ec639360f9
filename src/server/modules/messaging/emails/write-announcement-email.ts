import { textFor } from '#contract/messaging/announcements.ts'
import { addressIn } from '#contract/base/languages.ts'
import type { Context } from '#server/context.ts'
import { isReader } from '#server/modules/messaging/notifications/announcement-readers.ts'

import { findAnnounced } from './announcement-emails-queries.ts'
import { type AnnouncementLetter, type Facts, toLetter, words, type WrittenLetter } from './email-kinds.ts'
import { makeUnsubscribeToken } from './unsubscribe-token.ts'

/**
 * What an announcement says to this reader; undefined where it must not be sent any more: it was stopped, or its reader
 * turned such letters off, moved to another address or is no customer now.
 */
export async function writeAnnouncementLetter(
  { db }: Pick<Context, 'db'>,
  { details }: AnnouncementLetter,
  { config, brand, userId, receiver, language }: Facts,
): Promise<WrittenLetter | undefined> {
  const announced = await findAnnounced(db, details.announcement)
  if (announced === undefined || announced.isStopped) return undefined
  const { kind, texts, unsubscribeKey } = announced
  if (!(await isReader(db, { kind, userId, receiver }))) return undefined
  const { title, text } = textFor(texts, language)
  const token = makeUnsubscribeToken(unsubscribeKey, { of: details.announcement, userId })
  const path = `/unsubscribe/${token}`
  const link = kind === 'service_notice' ? undefined : `${config.publicUrl}${addressIn(language, path)}`
  const letter = toLetter(words[language].announcement({ brand: brand.name, title, text, unsubscribe: link }))
  if (link === undefined) return letter
  // A program's own click goes to one address, whatever its reader's language.
  return { ...letter, unsubscribeUrl: `${config.publicUrl}${path}` }
}
