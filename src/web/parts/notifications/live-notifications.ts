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

/** All lists of them that were read: the bell's, and a page's. */
const lists = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => makesCall(queryKey, listNotifications),
}

/** The pages of all. */
const entryPages = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => makesCall(queryKey, listNotificationEntries),
}

/** Updates every list of notifications when one arrives or is read. Called once, by the bell. */
export function useLiveNotifications(): void {
  const readAgain = () => rereadSoon(listNotifications, listNotificationEntries)
  useLiveGaps(readAgain)
  useLiveEvent('notification', (told) => {
    // Which mass order it belongs to, and what came of that, is the server's to say.
    rereadSoon(listNotificationEntries)
    // What is being read may be from before it.
    if (queryClient().isFetching(lists) > 0) readAgain()
    changeLists((list, asked) => withWritten(list, told, asked))
  })
  // Reading a ticket also reads the notifications about it.
  useLiveEvent('ticket', ({ id, is_unread: isUnread }) => {
    if (!isUnread) markShown((one) => one.ticket_id === id)
  })
}

/** Shows those that `isRead` names as read, wherever they are shown, and of a mass order what `unreadOf` it is left. */
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

/** What is new goes into the newest page alone, of all and of its mass order, which holds no more than it asked for. */
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

/** Newest first; a repeated one takes its old place. */
function withNotification(list: List, notification: Notification): List {
  const others = list.filter(({ id }) => id !== notification.id)
  return [...others, notification].toSorted((one, other) => other.id - one.id)
}
