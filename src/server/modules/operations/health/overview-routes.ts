import type { FastifyInstance } from 'fastify'

import { getFirstSteps, getOverview } from '#contract/operations/overview.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { readFirstSteps } from './read-first-steps.ts'
import { readOverview } from './read-overview.ts'

/** What operators look at; apart from `healthRoutes`, which every role has. */
export function overviewRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, getOverview, async () => ({ success: true, ...(await readOverview(ctx)) }))
  mount(app, ctx, getFirstSteps, async () => ({ success: true, ...(await readFirstSteps(ctx)) }))
}
