import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { readLogo, removeLogo as removeLogoCall, uploadLogo } from '#contract/settings/logo.ts'
import { getSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import type { Context } from '#server/context.ts'
import { mountPicture, mount } from '#server/lib/http/mount.ts'

import { makeCachedBackends } from './cached-backends.ts'
import { changeLogo, findLogoBytes, removeLogo } from './change-logo.ts'
import { readAllSettings } from './change-settings.ts'
import { logoAddress, readPublicConfig } from './read-public-config.ts'

export function settingsRoutes(app: FastifyInstance, ctx: Context): void {
  const readBackends = makeCachedBackends(ctx)
  mount(app, ctx, getConfig, ({ query }) => readPublicConfig(ctx, readBackends, query.language))

  // Not from the cache: staff change what they see.
  mount(app, ctx, getSettings, async () => ({ success: true, ...(await readAllSettings(ctx.db, ctx)) }))

  mount(app, ctx, uploadLogo, async ({ by, files }) => {
    const { hash, width, height } = await changeLogo(ctx, { by, files })
    return { success: true, logo: { url: logoAddress(hash), width, height } }
  })

  mount(app, ctx, removeLogoCall, async ({ by }) => {
    await removeLogo(ctx, by)
    return { success: true }
  })

  mountPicture(app, ctx, readLogo, async ({ params: { hash } }) => {
    const bytes = await findLogoBytes(ctx.db, hash)
    if (bytes === undefined) throw new AppError('not_found')
    return { hash, bytes }
  })
}
