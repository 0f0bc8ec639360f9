import { getHeapStatistics } from 'node:v8'

import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers however much there is to do: whoever asks it would draw the wrong conclusion from a 503. */
    isNeverShed?: boolean
  }
}

/**
 * A turn of the event loop that takes half a second, on average over three. Some hundred clients who order without a
 * pause make turns of some 50 ms; one long turn among short ones, or a machine that slept for a minute, is not yet a load.
 */
export const TURN_MS_MAX = 500
const SAMPLE_MS = 3_000
const HEAP_SHARE_MAX = 0.9
const RETRY_AFTER_SECONDS = 5
const LINE_EVERY_MS = 10_000

/** For who has other work in the same process, as a test does. */
export type ShedLimits = { turnMsMax?: number | undefined }

/** Refuses with 503 `unavailable` while the process does not keep up, instead of letting everybody wait until nobody is answered. */
export async function shedLoad(
  app: FastifyInstance,
  { turnMsMax = TURN_MS_MAX }: ShedLimits = {},
): Promise<void> {
  let quietUntil = 0
  await app.register(underPressure, {
    sampleInterval: SAMPLE_MS,
    maxEventLoopDelay: turnMsMax,
    // Not the process's whole memory: it stays high after a peak, and would refuse everybody from then on.
    maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * HEAP_SHARE_MAX),
    pressureHandler: async (request, _reply, type, value) => {
      if (request.routeOptions.config.isNeverShed === true) return
      if (performance.now() >= quietUntil) {
        request.log.warn({ type, value }, 'more comes than can be answered')
        quietUntil = performance.now() + LINE_EVERY_MS
      }
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
  })
}
