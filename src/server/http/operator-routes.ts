import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { pingDatabase } from '#server/database/pool.ts'

import { makeOpenApi } from './openapi.ts'
import { neverShed } from './shed-load.ts'

/** What operators and their tools ask: is it alive, is it ready, what does it offer. */
export function operatorRoutes(app: FastifyInstance, ctx: Context): void {
  app.get('/healthz', neverShed, () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    // It still answers everybody, but a balancer sends the next ones elsewhere.
    if (ctx.stopping.aborted) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    await pingDatabase(ctx.pool)
    return { status: 'ready' }
  })

  let openApi: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    openApi ??= JSON.stringify(makeOpenApi())
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(openApi)
  })
}
