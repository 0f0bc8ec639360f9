import type { FastifyInstance } from 'fastify'

import * as canned from '#contract/support/canned-replies.ts'
import type { Context } from '#server/context.ts'
import { toPageAfter } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'

import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from './canned-replies.ts'

export function cannedRepliesRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, canned.listCannedReplies, async ({ query }) => {
    const { rows, nextCursor } = toPageAfter(await listCannedReplies(ctx), query, ({ id }) => id)
    return { success: true as const, replies: rows, next_cursor: nextCursor }
  })

  mount(app, ctx, canned.createCannedReply, async ({ body, by }) => ({
    success: true,
    reply: await createCannedReply(ctx, by, body),
  }))

  mount(app, ctx, canned.updateCannedReply, async ({ params: { id }, body, by }) => ({
    success: true,
    reply: await updateCannedReply(ctx, by, { id, ...body }),
  }))

  mount(app, ctx, canned.deleteCannedReply, async ({ params: { id }, by }) => {
    await deleteCannedReply(ctx, by, id)
    return { success: true }
  })
}
