import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/favourites.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { listFavourites } from './list-favourites.ts'
import { starService } from './star-service.ts'
import { unstarService } from './unstar-service.ts'

export function favouritesRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.listFavourites, async ({ userId }) => ({
    success: true,
    service_ids: await listFavourites(ctx.db, userId),
  }))

  mount(app, ctx, calls.starService, async ({ userId, params }) => {
    await starService(ctx, { userId, serviceId: params.service_id })
    return { success: true }
  })

  mount(app, ctx, calls.unstarService, async ({ userId, params }) => {
    await unstarService(ctx, { userId, serviceId: params.service_id })
    return { success: true }
  })
}
