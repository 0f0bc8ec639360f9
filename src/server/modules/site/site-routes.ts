import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'

import { deriveAccent } from '#contract/settings/accent.ts'
import {
  getCard,
  getIcon,
  getManifest,
  getRobots,
  getSecurityTxt,
  getSitemap,
} from '#contract/site/site-files.ts'
import type { Context } from '#server/context.ts'
import { serve } from '#server/lib/http/mount.ts'
import { findPicture } from '#server/modules/settings/change-brand-picture.ts'

import { makeManifest, makeRobots, makeSecurityTxt, makeSitemap } from './make-site-files.ts'
import { makePictures } from './make-pictures.ts'

/** Files for search engines, browsers and link previews. They follow the settings and are revalidated each time. */
export function siteRoutes(app: FastifyInstance, ctx: Context): void {
  const { origin } = new URL(ctx.config.publicUrl)
  const brandOf = async () => {
    const { brand, look } = await ctx.settings.read()
    return {
      name: brand.name,
      accent: look.accent === null ? '#0b5563' : deriveAccent(look.accent).light.accent,
    }
  }
  const pictures = makePictures()

  serve(app, ctx, getSitemap, async (_call, reply, request) =>
    send(request, reply, 'application/xml; charset=utf-8', makeSitemap(origin)),
  )
  serve(app, ctx, getRobots, async (_call, reply, request) =>
    send(request, reply, 'text/plain; charset=utf-8', makeRobots(origin)),
  )
  serve(app, ctx, getSecurityTxt, async (_call, reply, request) => {
    const { email } = (await ctx.settings.read()).contact
    const text = makeSecurityTxt(origin, { email, now: ctx.clock() })
    return send(request, reply, 'text/plain; charset=utf-8', text)
  })
  serve(app, ctx, getManifest, async (_call, reply, request) =>
    send(
      request,
      reply,
      'application/manifest+json; charset=utf-8',
      makeManifest({
        ...(await brandOf()),
        hasOwnIcon: (await findPicture(ctx.db, 'favicon')) !== undefined,
      }),
    ),
  )
  serve(app, ctx, getCard, async ({ params: { language } }, reply, request) => {
    // Other sites show it as a link preview.
    void reply.header('cross-origin-resource-policy', 'cross-origin')
    return send(request, reply, 'image/png', await pictures({ ...(await brandOf()), language }))
  })
  serve(app, ctx, getIcon, async ({ params: { size } }, reply, request) => {
    const own = await findPicture(ctx.db, 'favicon')
    const icon = own
      ? await resizeIcon(own.bytes, Number(size))
      : await pictures({ ...(await brandOf()), size: Number(size) })
    return send(request, reply, 'image/png', icon)
  })
}

/** A square, whatever the picture is. Its pixels are what `changeBrandPicture` stored. */
async function resizeIcon(bytes: Buffer, size: number): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp(bytes).resize({ width: size, height: size, fit: 'contain', background }).png().toBuffer()
}

function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  type: string,
  body: string | Buffer,
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  void reply.headers({ etag, 'cache-control': 'public, max-age=300' })
  return headers['if-none-match'] === etag ? reply.code(304).send() : reply.type(type).send(body)
}
