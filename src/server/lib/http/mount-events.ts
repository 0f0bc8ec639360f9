import type { ServerResponse } from 'node:http'

import type { FastifyInstance } from 'fastify'

import type { Endpoint } from '#contract/base/endpoint.ts'
import type { Context } from '#server/context.ts'

import { serve } from './mount.ts'
import type { Call } from './read-call.ts'

/**
 * Mounts server-sent events: the answer begins with the safety headers of every other, and stays open for as long as
 * `open` and whoever listens hold it. `authorization` is for asking again whether the session still holds.
 */
export function mountEvents<const E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  open: (call: Call<E>, stream: { response: ServerResponse; authorization: string | undefined }) => void,
): void {
  serve(app, ctx, endpoint, async (call, reply, { headers: { authorization } }) => {
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
      // Its end frees the socket: whoever goes on holding it would use up what others connect by.
      connection: 'close',
    })
    open(call, { response, authorization })
    return reply
  })
}
