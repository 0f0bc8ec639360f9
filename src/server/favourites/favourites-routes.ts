import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/favourites.ts'
import type { Context } from '#server/context.ts'
import { toPageAfter } from '#server/database/id-cursor.ts'
import { mount } from '#server/http/mount.ts'

import { listFavourites } from './list-favourites.ts'
import { starService } from './star-service.ts'
import { unstarService } from './unstar-service.ts'

export function favouritesRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.listFavourites, async ({ userId, query }) => {
    const { rows, nextCursor } = toPageAfter(await listFavourites(ctx.db, userId), query, (id) => id)
    return { success: true as const, service_ids: rows, next_cursor: nextCursor }
  })

  mount(app, ctx, calls.starService, async ({ userId, params }) => {
    await starService(ctx, { userId, serviceId: params.service_id })
    return { success: true }
  })

  mount(app, ctx, calls.unstarService, async ({ userId, params }) => {
    await unstarService(ctx, { userId, serviceId: params.service_id })
    return { success: true }
  })
}
