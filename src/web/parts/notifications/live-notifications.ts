import { useState } from 'react'
import type { Notification } from '#contract/messaging/notifications.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { useReadMarks } from './read-marks.ts'

type List = readonly Notification[]

/**
 * A list of notifications, newest first, that follows what is told and what is read; undefined until it is loaded. `load`
 * brings it anew, `max` is how many it holds. What is new goes into the newest page alone.
 */
export function useLiveNotifications(
  loaded: List | undefined,
  { max, isNewest, load }: { max: number; isNewest: boolean; load: () => void },
): List | undefined {
  const [kept, setKept] = useState({ loaded, list: loaded })
  const toList = (state: typeof kept) => (state.loaded === loaded ? state.list : loaded)
  const change = (next: (list: List) => List) =>
    setKept((state) => {
      const list = toList(state)
      return list === undefined ? state : { loaded, list: next(list) }
    })
  useReadMarks({
    onMark: ({ id }) => change((list) => withMarks(list, (one) => id === undefined || one.id === id)),
    onFailure: load,
  })
  useLiveGaps(load)
  useLiveEvent('notification', (told) =>
    change((list) =>
      isNewest || list.some(({ id }) => id === told.id) ? withNotification(list, told).slice(0, max) : list,
    ),
  )
  // Whoever reads a ticket has read what was told of it.
  useLiveEvent('ticket', ({ id, is_unread: isUnread }) => {
    if (!isUnread) change((list) => withMarks(list, (one) => one.ticket_id === id))
  })
  return toList(kept)
}

function withMarks(list: List, isRead: (one: Notification) => boolean): List {
  return list.map((one) => (isRead(one) ? { ...one, is_read: true } : one))
}

/** Newest first; one that is told again takes its old place. */
export function withNotification(list: List, notification: Notification): List {
  const others = list.filter(({ id }) => id !== notification.id)
  return [...others, notification].toSorted((one, other) => other.id - one.id)
}
