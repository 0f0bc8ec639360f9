import { listNotifications, type Notification } from '#contract/messaging/notifications.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { makesCall } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'

type List = readonly Notification[]

/** All lists of them that were read: the bell's, and a page's. */
const lists = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => makesCall(queryKey, listNotifications),
}

/** Keeps every list of notifications at what is told and what is read. Called once, by the bell. */
export function useLiveNotifications(): void {
  const readAgain = () => rereadSoon(listNotifications)
  useLiveGaps(readAgain)
  useLiveEvent('notification', (told) => {
    // What is being read may be from before it.
    if (queryClient().isFetching(lists) > 0) readAgain()
    changeLists((list, { isNewest, max }) =>
      isNewest || list.some(({ id }) => id === told.id) ? withNotification(list, told).slice(0, max) : list,
    )
  })
  // Whoever reads a ticket has read what was told of it.
  useLiveEvent('ticket', ({ id, is_unread: isUnread }) => {
    if (!isUnread) markShown((one) => one.ticket_id === id)
  })
}

/** Shows those that `isRead` names as read, wherever they are shown. */
export function markShown(isRead: (one: Notification) => boolean): void {
  changeLists((list) => list.map((one) => (isRead(one) ? { ...one, is_read: true } : one)))
}

/** What is new goes into the newest page alone, which holds no more than it asked for. */
function changeLists(change: (list: List, asked: { isNewest: boolean; max: number }) => List): void {
  const client = queryClient()
  for (const [queryKey, list] of client.getQueriesData<List>(lists)) {
    const [, path] = queryKey[0] as readonly [string, string] // of a query of this call
    const params = new URL(path, window.location.origin).searchParams
    const asked = { isNewest: !params.has('cursor'), max: Number(params.get('limit')) }
    if (list !== undefined) client.setQueryData<List>(queryKey, change(list, asked))
  }
}

/** Newest first; one that is told again takes its old place. */
function withNotification(list: List, notification: Notification): List {
  const others = list.filter(({ id }) => id !== notification.id)
  return [...others, notification].toSorted((one, other) => other.id - one.id)
}
