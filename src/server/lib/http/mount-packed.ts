import type { FastifyInstance } from 'fastify'

import type { Endpoint } from '#contract/base/endpoint.ts'
import type { Context } from '#server/context.ts'

import { serve } from './mount.ts'
import type { Call } from './read-call.ts'
import { type PackedAnswer, sendPacked } from './send-packed.ts'

/** Mounts an endpoint whose answers are bytes that were made before, in the forms that clients take, with a version. */
export function mountPacked<const E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: (call: Call<E>) => Promise<PackedAnswer>,
): void {
  serve(app, ctx, endpoint, async (call, reply, request) => sendPacked(request, reply, await handler(call)))
}
