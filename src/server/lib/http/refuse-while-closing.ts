import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Once the app closes, no new connection is taken. What still arrives on an open one is told so, in the one form of
 * a refusal; fastify's own answer would have another.
 */
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
