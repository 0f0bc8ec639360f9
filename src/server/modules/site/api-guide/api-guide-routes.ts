import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { getLlmsText, readApiClient, readApiGuide, readApiGuideText } from '#contract/site/api-guide.ts'
import type { Context } from '#server/context.ts'

import { makeApiGuide, writeApiGuide, writeLlms } from './make-api-guide.ts'
import { mount, serve } from '#server/lib/http/mount.ts'

/** The guide to the customers' API, for the page and as text. Built once from the contract. */
export function apiGuideRoutes(app: FastifyInstance, ctx: Context): void {
  const { origin } = new URL(ctx.config.publicUrl)
  let made: ReturnType<typeof makeApiGuide> | undefined
  const readGuide = () => (made ??= makeApiGuide())
  const readBrand = async () => (await ctx.settings.read()).brand.name

  mount(app, ctx, readApiGuide, async () => readGuide())
  serve(app, ctx, readApiGuideText, async (_call, reply) => {
    const text = writeApiGuide({ brand: await readBrand(), origin, guide: readGuide() })
    return sendText(reply, 'text/markdown', text)
  })
  const client = readFileSync(join(import.meta.dirname, '../../../../client/tally-and-reach.ts'), 'utf8')
  serve(app, ctx, readApiClient, async (_call, reply) => sendText(reply, 'text/plain', client))
  serve(app, ctx, getLlmsText, async (_call, reply) =>
    sendText(reply, 'text/plain', writeLlms({ brand: await readBrand(), origin })),
  )
}

function sendText(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=300').send(text)
}
