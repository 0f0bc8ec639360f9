import type { NewNotification } from '#contract/messaging/notification-codes.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import type { Email } from '#server/modules/messaging/emails/email-kinds.ts'
import { queueEmailToUser } from '#server/modules/messaging/emails/queue-email.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'

type TwoFactorMessage = NewNotification & { code: `two_factor_${string}` | `recovery_code${string}` }

/** By email and notification, regardless of preferences. `once` identifies this change among others of its kind. */
export async function emailAboutTwoFactor(
  tx: Tx,
  publish: Publish,
  { userId, once, ...message }: TwoFactorMessage & { userId: number; once: string },
): Promise<void> {
  const event = `${message.code}:${once}`
  const email = { kind: message.code, details: message.details } as Email // each of these codes has an email kind with the same details
  await queueEmailToUser(tx, publish, { userId, event, ...email })
  const id = await addNotification(tx, { userId, ...message })
  publish({ topic: 'notification', userId, id: Number(id) })
}
