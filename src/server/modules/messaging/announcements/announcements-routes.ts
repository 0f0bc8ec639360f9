import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/messaging/announcements.ts'
import { unsubscribe as unsubscribeCall } from '#contract/messaging/unsubscribe.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { fromCursor } from '#server/lib/postgres/id-cursor.ts'
import { mount, serve } from '#server/lib/http/mount.ts'
import { hasMailServer } from '#server/modules/messaging/emails/find-mail-server.ts'
import { countReaders } from '#server/modules/messaging/notifications/announcement-readers.ts'

import { createAnnouncement } from './create-announcement.ts'
import { makeReaderCounts } from './make-reader-counts.ts'
import { listAnnouncements } from './read-announcements.ts'
import { stopAnnouncement } from './stop-announcement.ts'
import { unsubscribe } from './unsubscribe.ts'

export function announcementsRoutes(app: FastifyInstance, ctx: Context): void {
  const readerCounts = makeReaderCounts({ count: () => countReaders(ctx.db) })

  mount(app, ctx, calls.listAnnouncements, async ({ query: { limit, cursor } }) => {
    const rows = await listAnnouncements(ctx.db, { before: fromCursor(cursor), count: limit + 1 })
    const next = rows.length > limit ? rows[limit - 1] : undefined
    return {
      success: true,
      announcements: rows.slice(0, limit),
      next_cursor: next === undefined ? null : String(next.id),
    }
  })

  mount(app, ctx, calls.countAnnouncementReaders, async () => ({
    success: true,
    readers: await readerCounts(),
    has_mail_server: await hasMailServer(ctx),
  }))

  mount(app, ctx, calls.createAnnouncement, async ({ by, body, idempotencyKey: key, setHeader }) => {
    const { announcement, isReplayed } = await createAnnouncement(ctx, { by, made: body, key })
    if (isReplayed) setHeader('idempotent-replayed', 'true')
    return { success: true, announcement }
  })

  mount(app, ctx, calls.stopAnnouncement, async ({ by, params }) => ({
    success: true,
    announcement: await stopAnnouncement(ctx, { by, id: params.id }),
  }))

  serve(app, ctx, unsubscribeCall, async ({ params }, reply, request) => {
    // Without JavaScript the page's button posts here: redirect back to the page.
    const isPage = request.headers.accept?.includes('text/html') === true
    const showPage = (says: string) =>
      reply.redirect(`/unsubscribe/${encodeURIComponent(params.token)}?${says}`, 303)
    const kind = await unsubscribe(ctx, params.token).catch((error: unknown) => {
      if (isPage && error instanceof AppError) return undefined
      throw error
    })
    if (kind === undefined) return showPage('refused')
    if (isPage) return showPage(`done=${kind}`)
    return reply.header('cache-control', 'no-store').send({ success: true, kind })
  })
}
