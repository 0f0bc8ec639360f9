import type { Notification } from '#contract/messaging/notifications.ts'
import type { Context } from '#server/context.ts'
import { makeBatcher } from '#server/lib/limits/batcher.ts'
import { type Funds, listFunds } from '#server/modules/ledger/account.ts'
import {
  listNotificationsOf,
  type NotificationIds,
} from '#server/modules/messaging/notifications/list-notifications.ts'

/** What one announcement or one heartbeat makes thousands of pages read at once. */
export type LiveReads = {
  funds(userId: number): Promise<Funds>
  /** The user's notifications among the given ids, oldest first. */
  notifications(asked: NotificationIds): Promise<Notification[]>
}

/** On a cluster the customers of a statement would be on many nodes, so there each has its own statement. */
const TOGETHER_MAX = 500
/** Of notifications in a statement: a page may ask for a thousand. */
const [TOGETHER_BYTES, NOTIFICATION_BYTES] = [1_000_000, 200]

/**
 * Pages that read at once share a statement: 2,000 of them take four instead of 2,000, and two connections of the pool
 * instead of all.
 */
export function makeLiveReads({ db, cluster }: Pick<Context, 'db' | 'cluster'>): LiveReads {
  const limits = cluster === undefined ? { max: TOGETHER_MAX, parallel: 2 } : { max: 1, parallel: Infinity }
  return {
    funds: makeBatcher({ ...limits, run: (userIds: number[]) => listFunds(db, userIds) }),
    notifications: makeBatcher({
      ...limits,
      bytesMax: TOGETHER_BYTES,
      bytesOf: ({ ids }) => ids.length * NOTIFICATION_BYTES,
      run: (asked: NotificationIds[]) => listNotificationsOf(db, asked),
    }),
  }
}
