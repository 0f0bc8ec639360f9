import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { readLogo, removeLogo as removeLogoCall, uploadLogo } from '#contract/settings/logo.ts'
import { getSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import type { Context } from '#server/context.ts'
import { addressOf } from '#server/lib/http/address-of.ts'
import { mountPicture, mount, sendAnswer, serve } from '#server/lib/http/mount.ts'

import { makeCachedBackends } from './cached-backends.ts'
import { changeLogo, findLogoBytes, removeLogo } from './change-logo.ts'
import { readAllSettings } from './change-settings.ts'
import { logoAddress, readPublicConfig } from './read-public-config.ts'

export function settingsRoutes(app: FastifyInstance, ctx: Context): void {
  const readBackends = makeCachedBackends(ctx)
  serve(app, ctx, getConfig, async ({ query: { language } }, reply, request) => {
    const config = await readPublicConfig(ctx, readBackends, language)
    const methods = config.payment_methods
    const open = methods.filter(({ is_test: isTest }) => !isTest)
    const shown = open.length === methods.length || !(await isStaff(ctx, request)) ? open : methods
    return sendAnswer(reply, getConfig, { ...config, payment_methods: shown })
  })

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

/** Everybody may ask: a token that holds no more is as good as none, and so is one that can't be checked now. */
async function isStaff({ authenticate }: Context, request: FastifyRequest): Promise<boolean> {
  const { authorization } = request.headers
  if (authorization === undefined) return false
  const caller = await authenticate(authorization, addressOf(request)).catch(() => undefined)
  return caller?.role === 'admin'
}
