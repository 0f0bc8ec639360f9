import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import {
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
} from '#contract/notifications.ts'
import { useLanguage } from '#web/language/reader-language.ts'
import { call } from '#web/api/call.ts'
import { report } from '#web/report.ts'
import { announce } from '#web/ui/live-region.tsx'
import { sayNotification } from './say-notification.ts'
import { useLiveEvent, useLiveReturn } from '#web/live/live-events.ts'

/**
 * One's newest notifications, live; undefined until they are there. Reading sets the flag here first, and when that fails
 * the list is loaded again (spec §4); failures are only logged (spec §8).
 */
export function useNotifications() {
  const language = useLanguage()
  const [notifications, setNotifications] = useState<readonly Notification[]>()

  useEffect(() => void loadInto(setNotifications), [])
  useLiveReturn(() => void loadInto(setNotifications))
  useLiveEvent('notification', (notification) => {
    setNotifications((shown = []) => withNotification(shown, notification))
    if (!notification.is_read) announce(sayNotification(language, notification))
  })

  // Whoever reads a ticket has read what was told of it.
  useLiveEvent('ticket', ({ id, is_unread: isUnread }) => {
    if (isUnread) return
    setNotifications((shown) => shown?.map((one) => (one.ticket_id === id ? { ...one, is_read: true } : one)))
  })

  async function read(isMeant: (id: number) => boolean, tell: () => Promise<unknown>): Promise<void> {
    setNotifications((shown) => shown?.map((one) => (isMeant(one.id) ? { ...one, is_read: true } : one)))
    try {
      await tell()
    } catch (error) {
      report(error)
      await loadInto(setNotifications)
    }
  }

  return {
    notifications,
    unreadCount: notifications?.filter(({ is_read }) => !is_read).length ?? 0,
    readOne: (id: number) =>
      read(
        (one) => one === id,
        () => call(readNotification, { params: { id } }),
      ),
    readAll: () =>
      read(
        () => true,
        () => call(readAllNotifications),
      ),
  }
}

async function loadInto(show: (notifications: readonly Notification[]) => void): Promise<void> {
  await call(listNotifications, {}).then(show, report)
}

/** Newest first; one that is told again (read elsewhere) takes its old place. */
export function withNotification(
  shown: readonly Notification[],
  notification: Notification,
): readonly Notification[] {
  const others = shown.filter(({ id }) => id !== notification.id)
  return [...others, notification].toSorted((one, other) => other.id - one.id).slice(0, limits.pageSize)
}
