import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import * as calls from '#contract/messaging/notifications.ts'
import type { Context } from '#server/context.ts'
import { fromCursor } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'

import { listEntries } from './list-entries.ts'
import { listNotifications } from './list-notifications.ts'
import { readBalanceNotice, setBalanceNotice } from './low-balance.ts'
import { countUnread, markAllRead, markMassOrderRead, markRead } from './mark-read.ts'
import { changePreferences, readPreferences } from './preferences.ts'

export function notificationsRoutes(app: FastifyInstance, ctx: Context): void {
  // The response is a bare list; the id of its last entry is the cursor of the next page.
  mount(app, ctx, calls.listNotifications, ({ userId, query }) =>
    listNotifications(ctx.db, {
      userId,
      before: fromCursor(query.cursor),
      count: query.limit,
      massOrderId: query.mass_order,
    }),
  )

  mount(
    app,
    ctx,
    calls.listNotificationEntries,
    async ({ userId, query: { cursor, limit, kind, unread } }) => ({
      success: true,
      ...(await listEntries(ctx.db, {
        userId,
        kind,
        isUnread: unread !== undefined,
        before: fromCursor(cursor),
        count: limit,
      })),
    }),
  )

  mount(app, ctx, calls.countUnread, async ({ userId }) => ({ unread: await countUnread(ctx.db, userId) }))

  mount(app, ctx, calls.getNotificationPreferences, ({ userId }) => readPreferences(ctx.db, userId))

  mount(app, ctx, calls.setNotificationPreferences, ({ userId, body }) =>
    changePreferences(ctx.db, userId, body),
  )

  mount(app, ctx, calls.getBalanceNotice, ({ userId }) => readBalanceNotice(ctx.db, userId))

  mount(app, ctx, calls.setBalanceNotice, ({ userId, body }) => setBalanceNotice(ctx.db, userId, body.below))

  mount(app, ctx, calls.readAllNotifications, async ({ userId }) => {
    await markAllRead(ctx.db, userId)
    return { success: true }
  })

  mount(app, ctx, calls.readMassOrderNotifications, async ({ userId, params }) => {
    if (!(await markMassOrderRead(ctx.db, { userId, massOrderId: params.id })))
      throw new AppError('not_found')
    return { success: true }
  })

  mount(app, ctx, calls.readNotification, async ({ userId, params }) => {
    if (!(await markRead(ctx.db, { userId, id: BigInt(params.id) }))) throw new AppError('not_found')
    return { success: true }
  })
}
