import type { FastifyInstance } from 'fastify'

import { getConfig } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { readPublicConfig } from './read-public-config.ts'

export function settingsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, getConfig, () => readPublicConfig(ctx))
}
