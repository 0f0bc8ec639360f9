import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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
import { drawSquare } from '#server/lib/files/redraw-picture.ts'
import { serve } from '#server/lib/http/mount.ts'
import { findPictureHash, readPicture } from '#server/modules/settings/change-brand-picture.ts'

import { makeManifest, makeRobots, makeSecurityTxt, makeSitemap } from './make-site-files.ts'
import { makeOnce, makePictures } from './make-pictures.ts'

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
  const ownIcons = makeOnce(async ({ hash, size }: { hash: string; size: number }) =>
    drawSquare(await readPicture(ctx.db, 'favicon', hash), size),
  )

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
        hasOwnIcon: (await findPictureHash(ctx.db, 'favicon')) !== undefined,
      }),
    ),
  )
  serve(app, ctx, getCard, async ({ params: { language } }, reply, request) => {
    // Other sites show it as a link preview.
    void reply.header('cross-origin-resource-policy', 'cross-origin')
    return send(request, reply, 'image/png', await pictures({ ...(await brandOf()), language }))
  })
  serve(app, ctx, getIcon, async ({ params: { size } }, reply, request) => {
    const hash = await findPictureHash(ctx.db, 'favicon')
    if (hash === undefined)
      return send(request, reply, 'image/png', await pictures({ ...(await brandOf()), size: Number(size) }))
    // Answered before the picture is drawn or even read.
    const etag = `"${hash.slice(0, 32)}-${size}"`
    if (isKnown(request, reply, etag)) return reply.code(304).send()
    return reply.type('image/png').send(await ownIcons({ hash, size: Number(size) }))
  })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  body: string | Buffer,
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return isKnown(request, reply, etag) ? reply.code(304).send() : reply.type(type).send(body)
}

/** Sets the version, and answers whether the client already has it. */
function isKnown({ headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  void reply.headers({ etag, 'cache-control': 'public, max-age=300' })
  return headers['if-none-match'] === etag
}
