import type { FastifyInstance } from 'fastify'

import { searchEverything } from '#contract/site/search.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { search } from './search.ts'

export function searchRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, searchEverything, async ({ caller, query }) => ({
    success: true,
    ...(await search(ctx, caller, query.search ?? '')),
  }))
}
