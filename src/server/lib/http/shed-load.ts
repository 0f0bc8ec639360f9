import { getHeapStatistics } from 'node:v8'

import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { makeRateLimiter } from '#server/lib/limits/rate-limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under any load: health checks and scripts, where a 503 would make things worse. */
    isNeverShed?: boolean
  }
}

/**
 * Event loop delay above which requests are refused, averaged over `SAMPLE_MS` so that a single long task or a machine
 * that slept doesn't count. A hundred clients ordering without a pause cause some 50 ms.
 */
const EVENT_LOOP_DELAY_MS_MAX = 500
/**
 * With RATE_LIMITS=relaxed the delay is ignored: a machine busy with tests suspends a process for seconds, which is not
 * its own load, and a sample without a measurement would count as infinite.
 */
const NO_DELAY_MS_MAX = 0
const SAMPLE_MS = 3_000
const HEAP_SHARE_MAX = 0.9
const RETRY_AFTER_SECONDS = 5
const LINE_EVERY_MS = 10_000

export type ShedLimits = { isRelaxed?: boolean; eventLoopDelayMsMax?: number; sampleMs?: number }

/** Refuses requests with 503 `unavailable` while the process can't keep up, instead of letting all of them time out. */
export async function shedLoad(
  app: FastifyInstance,
  {
    isRelaxed = false,
    eventLoopDelayMsMax = isRelaxed ? NO_DELAY_MS_MAX : EVENT_LOOP_DELAY_MS_MAX,
    sampleMs = SAMPLE_MS,
  }: ShedLimits = {},
): Promise<void> {
  const lines = makeRateLimiter({ max: 1, windowMs: LINE_EVERY_MS })
  await app.register(underPressure, {
    sampleInterval: sampleMs,
    maxEventLoopDelay: eventLoopDelayMsMax,
    // Not the RSS limit: it stays high after a peak, and everything would be refused from then on.
    maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * HEAP_SHARE_MAX),
    pressureHandler: async (request, _reply, type, value) => {
      if (request.routeOptions.config.isNeverShed === true) return
      if (lines.take()) request.log.warn({ type, value }, 'overloaded: requests are refused')
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
  })
}

/** Answers requests that still arrive while the app closes, in the usual format instead of fastify's own. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }) : undefined)
  })
}
