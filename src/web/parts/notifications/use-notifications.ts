import { useQuery } from '@tanstack/react-query'
import type { Language } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { listNotifications, type Notification } from '#contract/messaging/notifications.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { report } from '#web/platform/api/report.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { logged, queryOf } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { useLiveNotifications } from './live-notifications.ts'
import { lookAtUnreadSoon, showUnread, useUnreadCount } from './unread-count.ts'

const newest = {
  ...logged(queryOf(listNotifications, { query: { limit: limits.notificationsShown } })),
  staleTime: Infinity,
}

/** The newest five notifications, live, and the unread count; the five are undefined until loaded (failures are only logged, spec §8). */
export function useNotifications() {
  const language = useLanguage()
  const { data: notifications } = useQuery(newest, queryClient())
  useLiveNotifications()
  useLiveGaps(lookAtUnreadSoon)
  useLiveEvent('notification', (notification) => {
    if (!notification.is_read) showUnread((count) => count + 1)
    lookAtUnreadSoon()
    if (!notification.is_read) speak(language, notification).catch(report)
  })
  useLiveEvent('ticket', ({ is_unread: isUnread }) => {
    if (!isUnread) lookAtUnreadSoon()
  })
  return { notifications, unreadCount: useUnreadCount() ?? 0 }
}

/** The texts of all codes are loaded with the first notification. */
async function speak(language: Language, notification: Notification): Promise<void> {
  const { sayNotification } = await import('./say-notification.ts')
  announce(sayNotification(language, notification))
}
