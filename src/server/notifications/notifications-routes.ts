import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/errors.ts'
import { listNotifications, readAllNotifications, readNotification } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import { fromCursor } from '#server/database/id-cursor.ts'
import { mount } from '#server/http/mount.ts'

import { listNotificationRows, markAllRead, markRead } from './notifications-queries.ts'

export function notificationsRoutes(app: FastifyInstance, ctx: Context): void {
  // The answer is the bare list; the id of its last entry is the cursor of the next page.
  mount(app, ctx, listNotifications, ({ userId, query }) =>
    listNotificationRows(ctx.db, { userId, before: fromCursor(query.cursor), count: query.limit }),
  )

  mount(app, ctx, readAllNotifications, async ({ userId }) => {
    await markAllRead(ctx.db, userId)
    return { success: true }
  })

  mount(app, ctx, readNotification, async ({ userId, params }) => {
    if (!(await markRead(ctx.db, { userId, id: BigInt(params.id) }))) throw new AppError('not_found')
    return { success: true }
  })
}
