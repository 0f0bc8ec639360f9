import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'

import { AppError, statusOf } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { isLoopback } from '#server/config-addresses.ts'
import { toErrorBody } from '#server/http/errors.ts'
import { neverShed } from '#server/http/shed-load.ts'

import { measureProduct } from './measure-product.ts'
import type { ProcessRow } from './health-queries.ts'
import { startBeat } from './process-beat.ts'
import { makeReadiness } from './read-readiness.ts'
import { watchEventLoop } from './watch-event-loop.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * How this process is: `/healthz` (it answers), `/readyz` (it should get work, or why not), `/metrics`. Workers have
 * them on a port of their own. The same for every role, so that one rule of a supervisor fits all.
 */
export function healthRoutes(app: FastifyInstance, ctx: Context, role: ProcessRow['role'] = 'all'): void {
  const eventLoop = watchEventLoop()
  const beat = startBeat(ctx, role)
  const readReasons = makeReadiness(ctx, { beat, eventLoop })
  const measure = measureProduct(ctx, eventLoop)
  const { registry } = ctx.metrics
  collectDefaultMetrics({ register: registry })
  app.addHook('onClose', async () => {
    eventLoop.stop()
    await beat.stop()
  })

  app.get('/healthz', neverShed, () => ({ status: 'ok' }))

  app.get('/readyz', neverShed, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const reasons = await readReasons()
    if (reasons.length === 0) return { status: 'ready' }
    void reply.code(statusOf('unavailable')).header('retry-after', String(RETRY_AFTER_SECONDS))
    return { ...toErrorBody(new AppError('unavailable'), request.id), reasons }
  })

  app.get('/metrics', neverShed, async (request, reply) => {
    if (!mayScrape(request, ctx.config.metricsToken)) throw new AppError('not_found')
    await measure()
    void reply.type(registry.contentType).header('cache-control', 'no-store')
    return registry.metrics()
  })
}

/**
 * By METRICS_TOKEN where there is one; without, from this machine alone. What a proxy on this machine hands on comes
 * from anywhere, and says so.
 */
function mayScrape({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isEqual(headers.authorization ?? '', `Bearer ${token}`)
  const isHandedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !isHandedOn && isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
