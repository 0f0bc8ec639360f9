import type { FastifyInstance } from 'fastify'

import { getSettings, updateSettings } from '#contract/settings-desk.ts'
import { getConfig } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { changeSettings, readAllSettings } from './change-settings.ts'
import { makeKeptBackends } from './kept-backends.ts'
import { readPublicConfig } from './read-public-config.ts'

export function settingsRoutes(app: FastifyInstance, ctx: Context): void {
  const readBackends = makeKeptBackends(ctx)
  mount(app, ctx, getConfig, () => readPublicConfig(ctx, readBackends))

  // From the database itself: staff change what they see.
  mount(app, ctx, getSettings, async () => ({ success: true, ...(await readAllSettings(ctx.db, ctx.log)) }))

  mount(app, ctx, updateSettings, async ({ by, body }) => ({
    success: true,
    ...(await changeSettings(ctx, { by, change: body })),
  }))
}
