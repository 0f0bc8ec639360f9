import type { FastifyInstance } from 'fastify'

import { getOpenApi } from '#contract/operations/health.ts'
import type { Context } from '#server/context.ts'

import { serve } from '#server/lib/http/mount.ts'
import { makeOpenApi } from './openapi.ts'

/** The whole interface for tools, made from the contract once. */
export function openApiRoute(app: FastifyInstance, ctx: Context): void {
  let openApi: string | undefined
  serve(app, ctx, getOpenApi, async (_call, reply) => {
    openApi ??= JSON.stringify(makeOpenApi())
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(openApi)
  })
}
