import { useEffect, useState } from 'react'
import type { Language } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { listNotifications, type Notification } from '#contract/messaging/notifications.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { makeAskInTurn } from '#web/platform/api/ask-in-turn.ts'
import { call } from '#web/platform/api/call.ts'
import { report } from '#web/platform/api/report.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { useLiveNotifications } from './live-notifications.ts'
import { lookAtUnread, useUnreadCount } from './unread-count.ts'

/** One's newest five, live, and how many are unread; the five are undefined until they are there. Failures are only logged (spec §8). */
export function useNotifications() {
  const language = useLanguage()
  const [loaded, setLoaded] = useState<readonly Notification[]>()
  const [{ again: load, isUnderWay }] = useState(() =>
    makeAskInTurn(() =>
      call(listNotifications, { query: { limit: limits.notificationsShown } }).then(setLoaded, report),
    ),
  )
  const notifications = useLiveNotifications(loaded, {
    max: limits.notificationsShown,
    isNewest: true,
    load,
  })
  useEffect(load, [load])
  useEffect(lookAtUnread, [])
  useLiveGaps(lookAtUnread)
  useLiveEvent('notification', (notification) => {
    lookAtUnread()
    // What is being read may be from before it.
    if (notifications === undefined || isUnderWay()) load()
    if (!notification.is_read) speak(language, notification).catch(report)
  })
  useLiveEvent('ticket', ({ is_unread: isUnread }) => {
    if (!isUnread) lookAtUnread()
  })
  return { notifications, unreadCount: useUnreadCount() ?? 0 }
}

/** The words of all codes come along with the first that is told. */
async function speak(language: Language, notification: Notification): Promise<void> {
  const { sayNotification } = await import('./say-notification.ts')
  announce(sayNotification(language, notification))
}
