import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'

import { statusOf } from '#contract/base/error-catalogue.ts'
import { AppError } from '#contract/base/errors.ts'
import { getLiveness, getMetrics, getReadiness } from '#contract/operations/health.ts'
import type { Context } from '#server/context.ts'
import { isLoopback } from '#server/boot/config-addresses.ts'
import { toErrorBody } from '#server/lib/http/errors.ts'
import { mount, serve } from '#server/lib/http/mount.ts'

import { measureProduct } from './measure-product.ts'
import type { ProcessRow } from './health-queries.ts'
import { startBeat } from './process-beat.ts'
import { makeReadiness } from './read-readiness.ts'
import { watchEventLoop } from './watch-event-loop.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * `/healthz` (the process responds), `/readyz` (whether it should get requests, with reasons) and `/metrics`. Workers
 * serve them on a separate port.
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

  const always = { isNeverShed: true }
  mount(app, ctx, getLiveness, async () => ({ status: 'ok' as const }), always)

  const sendReadiness = async (_call: unknown, reply: FastifyReply, request: FastifyRequest) => {
    void reply.header('cache-control', 'no-store')
    const reasons = await readReasons()
    if (reasons.length === 0) return reply.send({ status: 'ready' })
    void reply.code(statusOf('unavailable')).header('retry-after', String(RETRY_AFTER_SECONDS))
    return reply.send({ ...toErrorBody(new AppError('unavailable'), request.id), reasons })
  }
  serve(app, ctx, getReadiness, sendReadiness, always)

  const sendMetrics = async (_call: unknown, reply: FastifyReply, request: FastifyRequest) => {
    if (!mayScrape(request, ctx.config.metricsToken)) throw new AppError('not_found')
    await measure()
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  }
  serve(app, ctx, getMetrics, sendMetrics, always)
}

/** Headers that proxies add: such a request may come from anywhere. */
const PROXY_HEADER =
  /^(?:forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|via|cf-.*|fastly-.*|x-original-.*|x-envoy-.*)$/

/**
 * With METRICS_TOKEN if it is set, else only from this machine: over a loopback connection, with a loopback host name (which
 * neither a proxy nor another site's page sends), and without proxy headers.
 */
function mayScrape({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isEqual(headers.authorization ?? '', `Bearer ${token}`)
  const isForwarded = Object.keys(headers).some((name) => PROXY_HEADER.test(name))
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return !isForwarded && isLoopback(host) && isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
