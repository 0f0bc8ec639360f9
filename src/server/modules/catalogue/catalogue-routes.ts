import type { FastifyInstance } from 'fastify'

import { changeServices as changeServicesEndpoint } from '#contract/catalogue/bulk-changes.ts'
import * as contract from '#contract/catalogue/admin-services.ts'
import {
  listAdminCategories,
  placeCategory as placeCategoryEndpoint,
  placeService as placeServiceEndpoint,
} from '#contract/catalogue/sort-order.ts'
import {
  arrangeSupplies as arrangeSuppliesEndpoint,
  listSupplies as listSuppliesEndpoint,
} from '#contract/catalogue/supplies.ts'
import { AppError } from '#contract/base/errors.ts'
import { toPagination } from '#contract/base/paging.ts'
import { platforms } from '#contract/catalogue/platforms.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPageAfter } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'

import { listAdminServiceRows } from '#server/modules/catalogue/services/admin-queries.ts'
import { arrangeSupplies } from '#server/modules/catalogue/supplies/arrange-supplies.ts'
import { changeServices } from '#server/modules/catalogue/services/change-services.ts'
import { createService } from '#server/modules/catalogue/services/create-service.ts'
import { deleteService } from '#server/modules/catalogue/services/delete-service.ts'
import { keepDeskIndex } from '#server/modules/catalogue/services/admin-index.ts'
import { listSupplies, presentSupplies } from '#server/modules/catalogue/supplies/list-supplies.ts'
import { nameRoutes } from '#server/modules/catalogue/names/name-routes.ts'
import { placeCategory, placeService } from '#server/modules/catalogue/services/change-sort-order.ts'
import { publicCatalogueRoutes } from '#server/modules/catalogue/public/public-routes.ts'
import { updateService } from '#server/modules/catalogue/services/update-service.ts'

export function catalogueRoutes(app: FastifyInstance, ctx: Context): void {
  publicCatalogueRoutes(app, ctx)
  nameRoutes(app, ctx)
  mount(app, ctx, contract.listPlatforms, async () => Array.from(platforms))
  const index = keepDeskIndex(ctx)
  app.addHook('onClose', async () => index.stop())
  mount(app, ctx, contract.listAdminServices, async ({ query: { page, limit, cursor, sort, ...filter } }) => {
    const known = await index.read()
    const ids = known.find(filter, sort)
    const after = fromCursor(cursor)
    const from = after === undefined ? ids.slice((page - 1) * limit) : known.after(ids, Number(after), sort)
    if (from === undefined)
      throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
    const shown = from.slice(0, limit)
    return {
      success: true as const,
      services: await listAdminServiceRows(ctx.db, shown),
      next_cursor: from.length > limit ? String(shown.at(-1)) : null,
      pagination: toPagination(ids.length, limit),
    }
  })
  mount(app, ctx, listAdminCategories, async ({ query }) => {
    const { rows, nextCursor } = toPageAfter((await index.read()).categories, query, ({ id }) => id)
    return { success: true as const, categories: rows, next_cursor: nextCursor }
  })
  mount(app, ctx, changeServicesEndpoint, async ({ by, body }) =>
    changeServices(ctx, by, { index: await index.read(), body }),
  )
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
  mount(app, ctx, placeServiceEndpoint, async ({ by, params, body }) => {
    await placeService(ctx, by, { id: params.id, move: body.move })
    return { success: true as const }
  })
  mount(app, ctx, placeCategoryEndpoint, async ({ by, params, body }) => {
    await placeCategory(ctx, by, { id: params.id, move: body.move })
    return { success: true as const }
  })
  mount(app, ctx, listSuppliesEndpoint, async ({ params }) =>
    presentSupplies(ctx.db, await listSupplies(ctx.db, params.id)),
  )
  mount(app, ctx, arrangeSuppliesEndpoint, async ({ by, params, body }) =>
    presentSupplies(ctx.db, await arrangeSupplies(ctx, by, { id: params.id, body })),
  )
}
