import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/imports.ts'
import { addSupply as addSupplyEndpoint } from '#contract/supplies.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { addSupply } from './add-supply.ts'
import { fetchServices } from './fetch-services.ts'
import { importServices } from './import-services.ts'

export function importsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, contract.fetchServices, async ({ body }) => {
    const { services, leftOut, fetchedAt } = await fetchServices(ctx, body)
    return { success: true as const, data: services, left_out: leftOut, cached_at: fetchedAt }
  })
  mount(app, ctx, contract.importServices, async ({ by, body }) => {
    return { success: true as const, data: { stats: await importServices(ctx, by, body) } }
  })
  mount(app, ctx, addSupplyEndpoint, async ({ by, params, body }) => ({
    success: true as const,
    supplies: await addSupply(ctx, by, { id: params.id, body }),
  }))
}
