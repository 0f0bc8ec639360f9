import type { FastifyInstance } from 'fastify'

import { liveUpdates } from '#contract/site/events.ts'
import type { Context } from '#server/context.ts'

import { mountEvents } from '#server/lib/http/mount.ts'

import { openLiveConnection } from './live-connection.ts'
import { makeLiveHub } from './live-hub.ts'
import { makeLiveReads } from './live-reads.ts'

/**
 * Server-sent events for the signed-in user. The token is in the header, never in the URL, so clients use fetch. The
 * stream ends with the session and when the server stops.
 */
export function liveRoutes(app: FastifyInstance, ctx: Context): void {
  const hub = makeLiveHub(ctx)
  const reads = makeLiveReads(ctx)
  // Before the server waits for open connections: these never end on their own.
  app.addHook('preClose', (done) => {
    hub.close()
    done()
  })

  mountEvents(app, ctx, liveUpdates, ({ caller }, { response, authorization }) => {
    const { id: userId, sessionId } = caller
    const connection = openLiveConnection({ ctx, reads, sessionId, authorization, response })
    const remove = hub.add(userId, connection)
    response.on('close', remove)
    if (response.destroyed) remove()
    // After it was added, so that no change is lost between this read and the first event.
    connection.note((changes) => void (changes.balance = true))
  })
}
