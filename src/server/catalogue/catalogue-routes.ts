import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/catalogue-desk.ts'
import { AppError } from '#contract/errors.ts'
import { toPagination } from '#contract/paging.ts'
import { platforms } from '#contract/platforms.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { findAdminService, listAdminServiceRows } from './admin-queries.ts'
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
  mount(app, ctx, contract.createService, async ({ body }) => show(ctx, await createService(ctx, body)))
  mount(app, ctx, contract.updateService, async ({ params, body }) => {
    await updateService(ctx, params.id, body)
    return show(ctx, params.id)
  })
  mount(app, ctx, contract.deleteService, async ({ params }) => {
    await deleteService(ctx, params.id)
    return { success: true as const }
  })
}

async function show(ctx: Context, id: number) {
  const service = await findAdminService(ctx.db, id)
  if (service === undefined) throw new AppError('service_not_found')
  return { success: true as const, service }
}
