import { sayCarried } from '#contract/codes.ts'
import { notificationCodes } from '#contract/notification-codes.ts'
import type { Notification } from '#contract/notifications.ts'
import { notifications } from '#contract/words/en/notifications.ts'

/** From its code, for the reader; of what a later version tells, that version's own words. */
export function sayNotification({ code, details, order_id, deposit_id, message }: Notification): string {
  return (
    sayCarried(notificationCodes, notifications, { code, details: { ...details, order_id, deposit_id } }) ??
    message
  )
}
