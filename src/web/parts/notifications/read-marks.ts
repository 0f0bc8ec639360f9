import {
  listNotificationEntries,
  listNotifications,
  readAllNotifications,
  readMassOrderNotifications,
  readNotification,
} from '#contract/messaging/notifications.ts'
import { call } from '#web/platform/api/call.ts'
import { report } from '#web/platform/api/report.ts'
import { reread } from '#web/platform/query/reread.ts'
import { getSession } from '#web/platform/session/session.ts'
import { markShown } from './live-notifications.ts'
import { lookAtUnread, shownUnread, showUnread } from './unread-count.ts'

/** What was read: all, those of a mass order, or one, which may be about an order of a mass order. */
type Mark = { id?: number; massOrderId?: number | undefined }

/** Sent to the other tabs of this browser, so that they need not ask the server. */
type Told = { userId: number; mark: Mark; unread: number }
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('notifications')
channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
  if (data.userId !== getSession()?.user.id) return
  show(data.mark)
  showUnread(() => data.unread)
})

/**
 * Marks unread notifications as read. Every list in this browser is updated, in this tab immediately; if it fails they
 * are loaded again (spec §4), and the failure is only logged (spec §8). `unread`: how many these are, default 1.
 */
export async function markRead({ unread = 1, ...mark }: Mark & { unread?: number }): Promise<void> {
  // A view as a user changes nothing.
  if (getSession()?.isView) return
  showUnread((count) => (isAll(mark) ? 0 : count - unread))
  show(mark)
  try {
    await send(mark)
  } catch (error) {
    report(error)
    void reread(listNotifications, listNotificationEntries)
    return lookAtUnread()
  }
  await lookAtUnread()
  tell(mark)
}

function send({ id, massOrderId }: Mark): Promise<unknown> {
  if (id !== undefined) return call(readNotification, { params: { id } })
  return massOrderId === undefined
    ? call(readAllNotifications)
    : call(readMassOrderNotifications, { params: { id: massOrderId } })
}

function tell(mark: Mark): void {
  const [userId, unread] = [getSession()?.user.id, shownUnread()]
  if (userId === undefined || unread === undefined) return
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but this one
  channel?.postMessage({ userId, mark, unread } satisfies Told)
}

function isAll({ id, massOrderId }: Mark): boolean {
  return id === undefined && massOrderId === undefined
}

function show(mark: Mark): void {
  const { id, massOrderId } = mark
  markShown(
    (one) => (id === undefined ? isAll(mark) || one.mass_order_id === massOrderId : one.id === id),
    (massOrder) => {
      if (isAll(mark)) return 0
      if (massOrder.id !== massOrderId) return massOrder.unread
      return id === undefined ? 0 : Math.max(0, massOrder.unread - 1)
    },
  )
}
