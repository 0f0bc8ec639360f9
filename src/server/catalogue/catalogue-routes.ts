import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/catalogue-desk.ts'
import { toPagination } from '#contract/paging.ts'
import { platforms } from '#contract/platforms.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { listAdminServiceRows } from './admin-queries.ts'
import { createService } from './create-service.ts'
import { deleteService } from './delete-service.ts'
import { publicCatalogueRoutes } from './public-routes.ts'
import { updateService } from './update-service.ts'

export function catalogueRoutes(app: FastifyInstance, ctx: Context): void {
  publicCatalogueRoutes(app, ctx)
  mount(app, ctx, contract.listPlatforms, async () => Array.from(platforms))
  mount(app, ctx, contract.listAdminServices, async ({ query }) => {
    const { services, total } = await listAdminServiceRows(ctx.db, query)
    return { success: true as const, services, pagination: toPagination(total, query.limit) }
  })
  mount(app, ctx, contract.createService, async ({ by, body }) => ({
    success: true as const,
    service: await createService(ctx, by, body),
  }))
  mount(app, ctx, contract.updateService, async ({ by, params, body }) => ({
    success: true as const,
    service: await updateService(ctx, by, { id: params.id, body }),
  }))
  mount(app, ctx, contract.deleteService, async ({ by, params }) => {
    await deleteService(ctx, by, params.id)
    return { success: true as const }
  })
}
