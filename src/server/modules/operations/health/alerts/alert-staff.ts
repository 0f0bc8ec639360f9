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

/** What ends and begins again within that time is one change. */
const FORGET_SECONDS = 300
/** Of what only grows (orders that need review) staff are notified that often at most. */
const REPEAT_SECONDS = 3_600

/**
 * Compares what is the matter with what staff were notified of, and notifies those who may act on it of each change, once,
 * in the app and by email: whatever the number of orders behind it, and however many processes look.
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

async function notify(ctx: Context, { key, count, needs, told }: StaffAlert): Promise<void> {
  const isMailed = await hasMailServer(ctx)
  await transact(ctx, async (tx, publish) => {
    const at = await claimAlert(tx, { key, count, repeatSeconds: REPEAT_SECONDS })
    if (at === undefined) return
    await notifyStaff(tx, publish, { needs, ...told })
    // Without a mail server they would wait, and come all at once with the first one.
    if (!isMailed) return
    const carried = fromStoredDetails(JSON.parse(toStoredDetails(encodeCarried(notificationCodes, told))))
    await queueEmailToStaff(tx, publish, {
      needs,
      receiver: null,
      event: `alert:${key}:${at.toISOString()}`,
      kind: 'staff_alert',
      details: { code: told.code, carried },
    })
  })
}
