import type { FastifyInstance } from 'fastify'

import type { Endpoint } from '#contract/base/endpoint.ts'
import type { Context } from '#server/context.ts'

import { serve } from './mount.ts'
import type { Call } from './read-call.ts'

export type FileAnswer = { name: string; type: string; bytes: Buffer }

/**
 * Mounts a download of what somebody else sent: saved under its name and never shown by a browser, which may neither
 * guess at its type nor run anything of it.
 */
export function mountFile<const E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: (call: Call<E>) => Promise<FileAnswer>,
): void {
  serve(app, ctx, endpoint, async (call, reply) => {
    const { name, type, bytes } = await handler(call)
    return reply
      .type(type)
      .header('content-disposition', toDisposition(name))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, no-store')
      .send(bytes)
  })
}

/** RFC 6266: the name in ASCII for those who know no better, and as it is. */
function toDisposition(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9 ._-]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
