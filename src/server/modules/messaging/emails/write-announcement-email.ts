import { type Kysely, sql } from 'kysely'

import { addressIn } from '#contract/base/languages.ts'
import { type AnnouncementTexts, textFor } from '#contract/messaging/announcements.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { isReader } from '#server/modules/messaging/notifications/announcement-readers.ts'

import { type AnnouncementEmail, type EmailFacts, texts, toEmail, type WrittenEmail } from './email-kinds.ts'
import type { EmailKey } from './emails-queries.ts'
import { makeUnsubscribeToken } from './unsubscribe-token.ts'

/**
 * An announcement for one reader. Undefined if it must no longer be sent: it was stopped, or the reader unsubscribed,
 * changed the address or is no longer an active customer.
 */
export async function writeAnnouncementEmail(
  { db }: Pick<Context, 'db'>,
  { details }: AnnouncementEmail,
  { config, brand, userId, receiver, language }: EmailFacts,
): Promise<WrittenEmail | undefined> {
  const announcement = await db
    .selectFrom('announcements')
    .select(['kind', 'texts', 'unsubscribe_key', 'status'])
    .where('id', '=', details.announcement)
    .executeTakeFirst()
  if (announcement === undefined || announcement.status === 'stopped') return undefined
  const { kind, unsubscribe_key: key } = announcement
  if (!(await isReader(db, { kind, userId, receiver }))) return undefined
  // Written only with the contract's schema.
  const { title, text } = textFor(announcement.texts as AnnouncementTexts, language)
  const path = `/unsubscribe/${makeUnsubscribeToken(key, { of: details.announcement, userId })}`
  const unsubscribe =
    kind === 'service_notice' ? undefined : `${config.publicUrl}${addressIn(language, path)}`
  const email = toEmail(texts[language].announcement({ brand: brand.name, title, text, unsubscribe }))
  if (unsubscribe === undefined) return email
  // Mail programs post to the URL without a language prefix.
  return { ...email, unsubscribeUrl: `${config.publicUrl}${path}` }
}

/** Deletes a queued email that must no longer be sent. */
export async function dropAnnouncementEmail(
  db: Kysely<DB>,
  { userId, event, receiver }: EmailKey,
): Promise<void> {
  await sql`
    with dropped as (
      delete from emails
      where user_id = ${userId} and event = ${event} and receiver = ${receiver} and due_at is not null
      returning details
    )
    update announcement_emails set unwanted = unwanted + 1
    from dropped where announcement_id = (dropped.details ->> 'announcement')::int`.execute(db)
}
