import type { FastifyInstance } from 'fastify'

import { liveUpdates } from '#contract/events.ts'
import type { Context } from '#server/context.ts'

import { refuseForeignUser } from '#server/http/refuse-foreign-user.ts'

import { openLiveConnection } from './live-connection.ts'
import { makeLiveHub } from './live-hub.ts'

/**
 * Server-sent events for the signed-in user. The token comes in the header as everywhere, never in the address,
 * so it is read with fetch. The stream ends when the session does, and when the server stops.
 */
export function liveRoutes(app: FastifyInstance, ctx: Context): void {
  const hub = makeLiveHub(ctx)
  // Before the server waits for open connections, which these would be for ever.
  app.addHook('preClose', (done) => {
    hub.close()
    done()
  })

  app.get(liveUpdates.path, { exposeHeadRoute: false }, async (request, reply) => {
    const { authorization } = request.headers
    const caller = await ctx.authenticate(authorization)
    refuseForeignUser(caller, request)
    const { id: userId, sessionId } = caller
    reply.hijack()
    const response = reply.raw
    // A connection that breaks in the middle is no news.
    response.on('error', () => undefined)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value)
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies that gather answers would hold the events back.
      'x-accel-buffering': 'no',
    })
    const connection = openLiveConnection({ ctx, userId, sessionId, authorization, response })
    const remove = hub.add(userId, connection)
    response.on('close', remove)
    if (response.destroyed) remove()
    // After it was added, so that nothing falls between this reading and the first news.
    connection.note((changes) => void (changes.balance = true))
  })
}
