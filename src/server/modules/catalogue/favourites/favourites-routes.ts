import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/catalogue/favourites.ts'
import type { Context } from '#server/context.ts'
import { toPageBehind } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'

import { listShownStars } from './favourites.ts'
import { starService } from './favourites.ts'
import { unstarService } from './favourites.ts'

export function favouritesRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.listFavourites, async ({ userId, query }) => {
    const stars = await listShownStars(ctx.db, userId)
    const { rows, nextCursor } = toPageBehind(stars, query, ({ service_id: id, created_at: at }) => ({
      at: at.getTime(),
      key: String(id),
    }))
    return {
      success: true as const,
      service_ids: rows.map(({ service_id: id }) => id),
      next_cursor: nextCursor,
    }
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
