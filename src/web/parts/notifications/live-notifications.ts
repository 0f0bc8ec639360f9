import type { AnswerOf } from '#contract/base/endpoint.ts'
import {
  listNotificationEntries,
  listNotifications,
  type MassOrderOutcome,
  type Notification,
} from '#contract/messaging/notifications.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { makesCall } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'

type List = readonly Notification[]
type EntryPage = AnswerOf<typeof listNotificationEntries>

/** All cached lists of notifications: the bell's and the pages'. */
const lists = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => makesCall(queryKey, listNotifications),
}

/** All cached pages of entries. */
const entryPages = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => makesCall(queryKey, listNotificationEntries),
}

/** Updates every list of notifications when one arrives or is read. Called once, by the bell. */
export function useLiveNotifications(): void {
  const readAgain = () => rereadSoon(listNotifications, listNotificationEntries)
  useLiveGaps(readAgain)
  useLiveEvent('notification', (told) => {
    // Its mass order and the outcomes so far come only from the server.
    rereadSoon(listNotificationEntries)
    // A pending read may be from before it.
    if (queryClient().isFetching(lists) > 0) readAgain()
    changeLists((list, asked) => withWritten(list, told, asked))
  })
  // Reading a ticket also reads the notifications about it.
  useLiveEvent('ticket', ({ id, is_unread: isUnread }) => {
    if (!isUnread) markShown((one) => one.ticket_id === id)
  })
}

/** Shows the notifications that match `isRead` as read everywhere, with `unreadOf` as a mass order's remaining unread count. */
export function markShown(
  isRead: (one: Notification) => boolean,
  unreadOf: (massOrder: MassOrderOutcome) => number = ({ unread }) => unread,
): void {
  const toRead = (one: Notification) => (isRead(one) ? { ...one, is_read: true } : one)
  changeLists((list) => list.map(toRead))
  const client = queryClient()
  for (const [queryKey, page] of client.getQueriesData<EntryPage>(entryPages)) {
    const entries = page?.entries.map(({ notification, mass_order: massOrder }) => ({
      notification: toRead(notification),
      mass_order: massOrder && { ...massOrder, unread: unreadOf(massOrder) },
    }))
    if (entries !== undefined) client.setQueryData(queryKey, { ...page, entries })
  }
}

type Asked = { isNewest: boolean; max: number; massOrder: number | undefined }

/** A new one is added only to the newest page, of all and of its mass order, which keeps its size. */
export function withWritten(list: List, told: Notification, { isNewest, max, massOrder }: Asked): List {
  const belongs = isNewest && (massOrder === undefined || massOrder === told.mass_order_id)
  const isThere = list.some(({ id }) => id === told.id)
  return belongs || isThere ? withNotification(list, told).slice(0, max) : list
}

function changeLists(change: (list: List, asked: Asked) => List): void {
  const client = queryClient()
  for (const [queryKey, list] of client.getQueriesData<List>(lists)) {
    const [, path] = queryKey[0] as readonly [string, string] // of a query of this call
    const params = new URL(path, window.location.origin).searchParams
    const asked = {
      isNewest: !params.has('cursor'),
      max: Number(params.get('limit')),
      massOrder: params.has('mass_order') ? Number(params.get('mass_order')) : undefined,
    }
    if (list !== undefined) client.setQueryData<List>(queryKey, change(list, asked))
  }
}

/** Newest first; a repeated one keeps its position. */
function withNotification(list: List, notification: Notification): List {
  const others = list.filter(({ id }) => id !== notification.id)
  return [...others, notification].toSorted((one, other) => other.id - one.id)
}
