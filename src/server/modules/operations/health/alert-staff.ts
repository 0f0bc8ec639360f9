import { encodeCarried } from '#contract/base/codes.ts'
import { notificationCodes } from '#contract/messaging/notification-codes.ts'
import { fromStoredDetails, toStoredDetails } from '#contract/base/stored-details.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { hasMailServer } from '#server/modules/messaging/emails/find-mail-server.ts'
import { queueEmailToStaff } from '#server/modules/messaging/emails/queue-email.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'

import { claimAlert, keepAlerts, listKnownAlerts } from './alerts-queries.ts'
import { listAlerts, type StaffAlert } from './list-alerts.ts'

/** An alert that comes back within this time is not new. */
const FORGET_SECONDS = 300
/** The minimum time between notifications of one alert with a growing count. */
const REPEAT_SECONDS = 3_600

/**
 * Notifies staff who have the required permission about each new alert, once, in the app and by email, regardless of
 * the number of processes.
 */
export async function alertStaff(ctx: Context): Promise<void> {
  const [alerts, known] = await Promise.all([listAlerts(ctx), listKnownAlerts(ctx.db, REPEAT_SECONDS)])
  if (known.length > 0)
    await keepAlerts(ctx.db, {
      keys: alerts.map(({ key }) => key),
      counts: alerts.map(({ count }) => count),
      forgetSeconds: FORGET_SECONDS,
    })
  const before = new Map(known.map((one) => [one.key, one]))
  for (const alert of alerts) {
    const last = before.get(alert.key)
    if (last === undefined || (last.may_repeat && alert.count > last.count)) await notify(ctx, alert)
  }
}

async function notify(ctx: Context, { key, count, needs, notification }: StaffAlert): Promise<void> {
  const isMailed = await hasMailServer(ctx)
  await transact(ctx, async (tx, publish) => {
    const at = await claimAlert(tx, { key, count, repeatSeconds: REPEAT_SECONDS })
    if (at === undefined) return
    await notifyStaff(tx, publish, { needs, ...notification })
    // Emails queued without a mail server would all be sent once one is set up.
    if (!isMailed) return
    const carried = fromStoredDetails(
      JSON.parse(toStoredDetails(encodeCarried(notificationCodes, notification))),
    )
    await queueEmailToStaff(tx, publish, {
      needs,
      receiver: null,
      event: `alert:${key}:${at.toISOString()}`,
      kind: 'staff_alert',
      details: { code: notification.code, carried },
    })
  })
}
