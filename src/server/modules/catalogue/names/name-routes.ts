import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/catalogue/name-rules.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { cleanNames, presentNameRules, previewCleanedNames, undoNames } from './clean-names.ts'

export function nameRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, contract.getNameRules, async () => ({
    success: true as const,
    ...(await presentNameRules(ctx.db)),
  }))
  mount(app, ctx, contract.previewNames, async ({ body }) => ({
    success: true as const,
    ...(await previewCleanedNames(ctx, body)),
  }))
  mount(app, ctx, contract.cleanNames, async ({ by, body }) => ({
    success: true as const,
    changed: await cleanNames(ctx, by, body),
  }))
  mount(app, ctx, contract.undoNames, async ({ by, body }) => ({
    success: true as const,
    ...(await undoNames(ctx, by, body.id)),
  }))
}
