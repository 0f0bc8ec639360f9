import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { AnswerOf, Endpoint } from '#contract/base/endpoint.ts'
import type { Context } from '#server/context.ts'

import { addressOf } from './address-of.ts'
import { admit, type Call, readCall } from './read-call.ts'

export type MountOptions = {
  /** Runs before a byte of the body is read, for what is decided by where a request comes from. */
  beforeBody?: (address: string) => Promise<void>
  /** Answered under any load: see `shed-load.ts`. */
  isNeverShed?: boolean
}

/** Mounts one endpoint of the contract. What the schemas do not name never leaves. */
export function mount<const E extends Endpoint, const Answer extends AnswerOf<E>>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer>,
  options: MountOptions = {},
): void {
  const answer = async (call: Call<E>, reply: FastifyReply) => send(reply, endpoint, await handler(call))
  serve(app, ctx, endpoint, answer, options)
}

/** The same for answers of another kind than JSON by a schema: `mount-*.ts` beside this. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  answer: (call: Call<E>, reply: FastifyReply, request: FastifyRequest) => Promise<FastifyReply>,
  { beforeBody, isNeverShed = false }: MountOptions = {},
): void {
  const route = (scope: FastifyInstance, url: string = endpoint.path) =>
    scope.route({
      method: endpoint.method,
      url,
      config: { isNeverShed },
      // A stream of events has nothing to tell before its first one.
      ...(endpoint.answer.type === 'text/event-stream' && { exposeHeadRoute: false }),
      ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
      onRequest: async (request) => {
        await beforeBody?.(addressOf(request))
        // Nothing that a stranger sends is read.
        await admit(ctx, endpoint, request)
      },
      handler: async (request, reply) =>
        answer(await readCall(ctx, endpoint, request, reply), reply, request),
    })
  if (endpoint.takes === 'bytes')
    void app.register(async (scope) => {
      route(takingBytes(scope))
      // As somebody has entered it at the other end.
      route(scope, `${endpoint.path}/`)
    })
  else if (endpoint.files === undefined) route(app)
  else
    void app.register(async (scope) => {
      // In a scope of its own too: nowhere else is a form taken.
      await scope.register(multipart)
      scope.addContentTypeParser(urlencoded, { parseAs: 'string' }, (_request, body, parsed) =>
        parsed(null, new URLSearchParams(String(body))),
      )
      route(scope)
    })
}

const urlencoded = 'application/x-www-form-urlencoded'

/** In a scope of its own: whatever type the body says it has, it is not looked at. */
function takingBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
  return scope
}

function send(reply: FastifyReply, { answer }: Endpoint, value: unknown): FastifyReply {
  void reply.code(answer.status).header('cache-control', 'no-store')
  if (answer.schema === undefined) return reply.send()
  return reply.send(z.encode(answer.schema, value))
}
