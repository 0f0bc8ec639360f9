import type { FastifyInstance, FastifyRequest } from 'fastify'

import { readFavicon, removeFavicon, uploadFavicon } from '#contract/settings/favicon.ts'
import {
  changeLegalText as changeLegalTextCall,
  getLegalText,
  getLegalTexts,
  previewLegalText,
} from '#contract/settings/legal-texts.ts'
import { readLogo, removeLogo, uploadLogo } from '#contract/settings/logo.ts'
import { getSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import type { Context } from '#server/context.ts'
import { addressOf } from '#server/lib/http/address-of.ts'
import { mountPicture, mount, sendAnswer, serve } from '#server/lib/http/mount.ts'

import { makeCachedBackends } from './cached-backends.ts'
import { changeBrandPicture, readPicture, removeBrandPicture } from './change-brand-picture.ts'
import { readAllSettings } from './change-settings.ts'
import { changeLegalText, makeLegalReader, readLegalTexts } from './legal/legal-texts.ts'
import { parseMarkdown } from './legal/parse-markdown.ts'
import { faviconAddress, logoAddress, readPublicConfig, shownAt } from './read-public-config.ts'

export function settingsRoutes(app: FastifyInstance, ctx: Context): void {
  const readBackends = makeCachedBackends(ctx)
  serve(app, ctx, getConfig, async ({ query: { language } }, reply, request) => {
    const config = await readPublicConfig(ctx, readBackends, language)
    const methods = config.payment_methods
    const open = methods.filter(({ is_test: isTest }) => !isTest)
    const shown = open.length === methods.length || !(await isStaff(ctx, request)) ? open : methods
    return sendAnswer(reply, getConfig, { ...config, payment_methods: shown })
  })

  // Not cached: staff edit what they see.
  mount(app, ctx, getSettings, async () => ({ success: true, ...(await readAllSettings(ctx.db, ctx)) }))

  const readLegal = makeLegalReader(ctx)
  mount(app, ctx, getLegalText, ({ params: { page }, query: { language } }) => readLegal(page, language))
  mount(app, ctx, getLegalTexts, async () => ({ success: true, pages: await readLegalTexts(ctx) }))
  mount(app, ctx, changeLegalTextCall, async ({ by, params: { page }, body: { texts, number } }) => ({
    success: true,
    text: await changeLegalText(ctx, { by, page, texts, number }),
  }))
  mount(app, ctx, previewLegalText, async ({ body: { text } }) => ({
    success: true,
    content: parseMarkdown(text),
  }))

  mount(app, ctx, uploadLogo, async ({ by, files }) => ({
    success: true,
    logo: shownAt(logoAddress, await changeBrandPicture(ctx, { kind: 'logo', by, files })),
  }))

  mount(app, ctx, removeLogo, async ({ by }) => {
    await removeBrandPicture(ctx, { kind: 'logo', by })
    return { success: true }
  })

  mountPicture(app, ctx, readLogo, async ({ params: { hash } }) => ({
    hash,
    bytes: await readPicture(ctx.db, 'logo', hash),
  }))

  mount(app, ctx, uploadFavicon, async ({ by, files }) => ({
    success: true,
    favicon: shownAt(faviconAddress, await changeBrandPicture(ctx, { kind: 'favicon', by, files })),
  }))

  mount(app, ctx, removeFavicon, async ({ by }) => {
    await removeBrandPicture(ctx, { kind: 'favicon', by })
    return { success: true }
  })

  mountPicture(app, ctx, readFavicon, async ({ params: { hash } }) => ({
    hash,
    bytes: await readPicture(ctx.db, 'favicon', hash),
  }))
}

/** Anyone may call it: a token without staff access, or one that can't be checked now, counts as none. */
async function isStaff({ authenticate }: Context, request: FastifyRequest): Promise<boolean> {
  const { authorization } = request.headers
  if (authorization === undefined) return false
  const caller = await authenticate(authorization, addressOf(request)).catch(() => undefined)
  return caller?.role === 'admin'
}
