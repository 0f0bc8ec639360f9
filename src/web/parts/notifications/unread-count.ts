import { useQuery } from '@tanstack/react-query'
import { countUnread } from '#contract/messaging/notifications.ts'
import { logged, queryOf } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { reread, rereadSoon } from '#web/platform/query/reread.ts'

/** How many notifications are not read, as the server counts them: the bell's badge and the page show one figure. */
const unread = { ...logged(queryOf(countUnread)), staleTime: Infinity }

/** Undefined until the server has said so. */
export function useUnreadCount(): number | undefined {
  return useQuery(unread, queryClient()).data?.unread
}

/** Asks the server. */
export async function lookAtUnread(): Promise<void> {
  await reread(countUnread)
}

/** For events: asks once for all that arrive within a moment. */
export function lookAtUnreadSoon(): void {
  rereadSoon(countUnread)
}

/** Undefined until the server has said so. */
export function shownUnread(): number | undefined {
  return queryClient().getQueryData<{ unread: number }>(unread.queryKey)?.unread
}

/** Before the server has said so: `count` is the one that is shown. */
export function showUnread(next: (count: number) => number): void {
  queryClient().setQueryData<{ unread: number }>(
    unread.queryKey,
    (shown) => shown && { unread: Math.max(0, next(shown.unread)) },
  )
}
