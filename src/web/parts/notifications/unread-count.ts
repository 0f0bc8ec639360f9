import { useQuery } from '@tanstack/react-query'
import { countUnread } from '#contract/messaging/notifications.ts'
import { logged, queryOf } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { reread, rereadSoon } from '#web/platform/query/reread.ts'

/** The server's count of unread notifications: the badge and the page show the same number. */
const unread = { ...logged(queryOf(countUnread)), staleTime: Infinity }

/** Undefined until the server has answered. */
export function useUnreadCount(): number | undefined {
  return useQuery(unread, queryClient()).data?.unread
}

/** Reads the count from the server. */
export async function lookAtUnread(): Promise<void> {
  await reread(countUnread)
}

/** For events: one read for all that arrive within a moment. */
export function lookAtUnreadSoon(): void {
  rereadSoon(countUnread)
}

/** Undefined until the server has answered. */
export function shownUnread(): number | undefined {
  return queryClient().getQueryData<{ unread: number }>(unread.queryKey)?.unread
}

/** Changes the displayed count before the server has answered. */
export function showUnread(next: (count: number) => number): void {
  queryClient().setQueryData<{ unread: number }>(
    unread.queryKey,
    (shown) => shown && { unread: Math.max(0, next(shown.unread)) },
  )
}
