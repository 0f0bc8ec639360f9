import { copyPastAnnouncement } from '#server/modules/messaging/announcements/copy-past-announcements.ts'
import { copyAnnouncementNotification } from '#server/modules/messaging/notifications/write-past-notifications.ts'

import { BIG_CUSTOMER_ID, OWNER_ID } from './known-accounts.ts'
import { countRegistered, isBlocked, readsNotifications, wantsPromotions } from './past-customers.ts'
import { type Past, schedule } from './past.ts'

const ANNOUNCEMENTS = 8
const DAY_MS = 86_400_000
/** Read notifications are deleted after this, by default. */
const KEPT_MS = 90 * DAY_MS

/** One every three months; customers still have the last of them. */
export function planAnnouncements(past: Past): void {
  const { openedAt, now } = past.shop
  const every = (now - openedAt) / (ANNOUNCEMENTS + 1)
  for (let id = 1; id <= ANNOUNCEMENTS; id += 1) {
    const at = openedAt + id * every
    schedule(past, { at, happen: () => announce(past, id, at) })
  }
}

function announce({ rows, shop }: Past, id: number, at: number): void {
  const kind = id % 2 === 0 ? 'promotion' : 'service_notice'
  const upTo = BIG_CUSTOMER_ID + countRegistered(shop, at)
  const isKept = shop.now - at < KEPT_MS
  let notified = 0
  let emailed = 0
  for (let userId = BIG_CUSTOMER_ID; userId <= upTo; userId += 1) {
    if (isBlocked(userId) || (kind === 'promotion' && !wantsPromotions(userId))) continue
    const isRead = readsNotifications(userId)
    if (isKept || !isRead)
      copyAnnouncementNotification(rows, { userId, announcementId: id, isRead, at: new Date(at) })
    notified += 1
    if (kind === 'promotion') emailed += 1
  }
  copyPastAnnouncement(rows, {
    id,
    kind,
    title: kind === 'promotion' ? 'A bonus for deposits' : 'Work on our servers',
    text: 'Until the end of the week. Open orders continue.',
    actorId: OWNER_ID,
    at: new Date(at),
    notified,
    emailed,
    upTo,
  })
}
