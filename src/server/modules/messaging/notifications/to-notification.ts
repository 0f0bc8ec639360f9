import type { Selectable } from 'kysely'

import { type AnnouncementTexts, textFor } from '#contract/messaging/announcements.ts'
import { type Carried, sayCarried } from '#contract/base/codes.ts'
import { defaultLanguage, isLanguage } from '#contract/base/languages.ts'
import {
  type NotificationCode,
  notificationCodes,
  typeOfNotification,
} from '#contract/messaging/notification-codes.ts'
import type { Notification } from '#contract/messaging/notifications.ts'
import { fromStoredDetails } from '#contract/base/stored-details.ts'
import { english } from '#contract/words/en.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Joined with its subject. */
export type NotificationRow = Omit<Selectable<DB['notifications']>, 'user_id'> & {
  reference_id: string | null
  texts: unknown
  language: string | null
}

export function toNotification(row: NotificationRow): Notification {
  const { id, code, order_id, deposit_id, reference_id, ticket_id, mass_order_id, is_read, created_at } = row
  const ids = {
    ...(order_id !== null && { order_id: Number(order_id) }),
    ...(deposit_id !== null && { deposit_id: Number(deposit_id) }),
    ...(ticket_id !== null && { ticket_id: Number(ticket_id) }),
  }
  const carried = detailsIn(row, row.language)
  const known = code as NotificationCode // only codes are written
  const type = typeOfNotification(known)
  return {
    id: Number(id),
    type,
    code: known,
    message:
      sayCarried(notificationCodes, english.notifications, {
        code,
        details: { ...detailsIn(row, defaultLanguage), ...ids },
      }) ?? code,
    // For clients that only know `type`.
    details: type === 'other' && known !== 'note' ? { event: known, ...carried } : carried,
    ...ids,
    ...(reference_id !== null && { reference_id }),
    ...(mass_order_id !== null && { mass_order_id }),
    is_read,
    created_at,
  }
}

/** The text of an announcement is stored once for all readers, in each language it was written in. */
function detailsIn(
  { details, announcement_id: id, texts }: NotificationRow,
  language: string | null,
): Carried {
  if (id === null || texts === null) return fromStoredDetails(details)
  // Written only with the contract's schema.
  const { title, text } = textFor(
    texts as AnnouncementTexts,
    isLanguage(language) ? language : defaultLanguage,
  )
  return { announcement_id: id, title, text }
}
