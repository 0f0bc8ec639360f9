import {
  listNotifications,
  readAllNotifications,
  readNotification,
} from '#contract/messaging/notifications.ts'
import { call } from '#web/platform/api/call.ts'
import { report } from '#web/platform/api/report.ts'
import { reread } from '#web/platform/query/reread.ts'
import { getSession } from '#web/platform/session/session.ts'
import { markShown } from './live-notifications.ts'
import { lookAtUnread, showUnread } from './unread-count.ts'

/** What was read: one, or all. */
type Mark = { id?: number }

/** To the other tabs of this browser. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('notifications')
channel?.addEventListener('message', ({ data }: MessageEvent<{ userId: number; mark: Mark }>) => {
  if (data.userId !== getSession()?.user.id) return
  show(data.mark)
  lookAtUnread()
})

/**
 * Marks one, which is not read yet, or all. Every list of this browser hears of it, here at once; when it fails they are
 * loaded again (spec §4), and that is only logged (spec §8).
 */
export async function markRead(mark: Mark): Promise<void> {
  // Staff who only look leave them as they are.
  if (getSession()?.isView) return
  const { id } = mark
  showUnread((count) => (id === undefined ? 0 : count - 1))
  show(mark)
  try {
    await (id === undefined ? call(readAllNotifications) : call(readNotification, { params: { id } }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but this one
    channel?.postMessage({ userId: getSession()?.user.id, mark })
  } catch (error) {
    report(error)
    void reread(listNotifications)
  }
  lookAtUnread()
}

function show({ id }: Mark): void {
  markShown((one) => id === undefined || one.id === id)
}
