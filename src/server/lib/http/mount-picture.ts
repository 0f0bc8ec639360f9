import type { FastifyInstance } from 'fastify'

import type { Endpoint } from '#contract/base/endpoint.ts'
import type { Context } from '#server/context.ts'

import { serve } from './mount.ts'
import type { Call } from './read-call.ts'

/**
 * Mounts a picture of ours by an address that changes with it, so that browsers and everything before them may keep it for
 * ever. It was made here from pixels; opened by itself it may still run nothing.
 */
export function mountPicture<const E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: (call: Call<E>) => Promise<{ hash: string; bytes: Buffer }>,
): void {
  serve(app, ctx, endpoint, async (call, reply, { headers }) => {
    const { hash, bytes } = await handler(call)
    const etag = `"${hash}"`
    void reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "sandbox; default-src 'none'")
    return headers['if-none-match'] === etag ? reply.code(304).send() : reply.type('image/png').send(bytes)
  })
}
