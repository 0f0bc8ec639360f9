import { sayCarried } from '#contract/base/codes.ts'
import type { Language } from '#contract/base/languages.ts'
import { notificationCodes } from '#contract/messaging/notification-codes.ts'
import type { Notification } from '#contract/messaging/notifications.ts'
import { notificationsIn } from '#contract/words/notifications.ts'

/** From its code, in the reader's language; for a code of a newer server, that server's own text. */
export function sayNotification(
  language: Language,
  { code, details, order_id, deposit_id, ticket_id, message }: Notification,
): string {
  return (
    sayCarried(notificationCodes, notificationsIn[language], {
      code,
      details: { ...details, order_id, deposit_id, ticket_id },
    }) ?? message
  )
}

/** The text of an announcement below its title. */
export function textOf({ code, details }: Notification): string | undefined {
  return code === 'announcement' && typeof details['text'] === 'string' ? details['text'] : undefined
}
