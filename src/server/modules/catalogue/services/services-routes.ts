import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { toPagination } from '#contract/base/paging.ts'
import * as contract from '#contract/catalogue/admin-services.ts'
import { changeServices as changeServicesEndpoint } from '#contract/catalogue/bulk-changes.ts'
import { platforms } from '#contract/catalogue/platforms.ts'
import {
  listAdminCategories,
  placeCategory as placeCategoryEndpoint,
  placeService as placeServiceEndpoint,
} from '#contract/catalogue/sort-order.ts'
import * as supplies from '#contract/catalogue/supplies.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import { fromCursor, toPageAfter } from '#server/lib/postgres/id-cursor.ts'
import { addSupply } from '#server/modules/catalogue/supplies/add-supply.ts'
import { arrangeSupplies } from '#server/modules/catalogue/supplies/arrange-supplies.ts'
import { listSupplies, presentSupplies } from '#server/modules/catalogue/supplies/list-supplies.ts'

import { cacheAdminIndex } from './admin-index.ts'
import { changeServices } from './change-services.ts'
import { placeCategory, placeService } from './change-sort-order.ts'
import { duplicateService } from './duplicate-service.ts'
import { createService, deleteService, updateService } from './edit-service.ts'
import { listAdminServicesById } from './get-admin-service.ts'

export function servicesRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, contract.listPlatforms, async () => Array.from(platforms))
  const index = cacheAdminIndex(ctx)
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
      services: await listAdminServicesById(ctx.db, shown),
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
  mount(app, ctx, contract.duplicateService, async ({ by, params }) => ({
    success: true as const,
    service: await duplicateService(ctx, by, params.id),
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
    await placeService(ctx, by, { id: params.id, to: body })
    return { success: true as const }
  })
  mount(app, ctx, placeCategoryEndpoint, async ({ by, params, body }) => {
    await placeCategory(ctx, by, { id: params.id, to: body })
    return { success: true as const }
  })

  // The providers' services behind one of ours.
  mount(app, ctx, supplies.listSupplies, async ({ params }) =>
    presentSupplies(ctx.db, await listSupplies(ctx.db, params.id)),
  )
  mount(app, ctx, supplies.arrangeSupplies, async ({ by, params, body }) =>
    presentSupplies(ctx.db, await arrangeSupplies(ctx, by, { id: params.id, body })),
  )
  mount(app, ctx, supplies.addSupply, async ({ by, params, body }) =>
    presentSupplies(ctx.db, await addSupply(ctx, by, { id: params.id, body })),
  )
}
