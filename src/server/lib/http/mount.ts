import type { ServerResponse } from 'node:http'

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { AnswerOf, Endpoint } from '#contract/base/endpoint.ts'
import type { Context } from '#server/context.ts'

import { addressOf } from './address-of.ts'
import { admit } from './admit.ts'
import { type VersionedAnswer, sendVersioned } from './compression.ts'
import { sendBareJson } from './envelope.ts'
import { type Call, readCall } from './read-call.ts'
import { urlencoded } from './read-form.ts'
import { acceptInput } from './read-input.ts'

export type MountOptions = {
  /** Runs before the body is read: limits by client address, and keys that are not in `Authorization`. */
  beforeBody?: (address: string, request: FastifyRequest) => Promise<void>
  /** Never refused under load: see `shed-load.ts`. */
  isNeverShed?: boolean
}

/** Mounts one endpoint of the contract. Fields that the answer's schema doesn't have are never sent. */
export function mount<const E extends Endpoint, const Answer extends AnswerOf<E>>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer>,
  options: MountOptions = {},
): void {
  const answer = async (call: Call<E>, reply: FastifyReply) =>
    sendAnswer(reply, endpoint, await handler(call))
  serve(app, ctx, endpoint, answer, options)
}

/** The same for responses that are not JSON with a schema. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  answer: (call: Call<E>, reply: FastifyReply, request: FastifyRequest) => Promise<FastifyReply>,
  { beforeBody, isNeverShed = false }: MountOptions = {},
): void {
  const isByGet = endpoint.input?.includes('query') === true
  const route = (scope: FastifyInstance, url: string = endpoint.path) =>
    scope.route({
      method: isByGet ? ['GET', endpoint.method] : endpoint.method,
      url,
      config: { isNeverShed, envelope: endpoint.envelope },
      // HEAD makes no sense for an event stream, and must not do what a GET does here.
      ...((endpoint.answer.type === 'text/event-stream' || isByGet) && { exposeHeadRoute: false }),
      ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
      onRequest: async (request) => {
        await beforeBody?.(addressOf(request), request)
        // Before the body, so that nothing is read from refused callers.
        await admit(ctx, endpoint, request)
      },
      handler: async (request, reply) =>
        answer(await readCall(ctx, endpoint, request, reply), reply, request),
    })
  if (endpoint.takes === 'bytes')
    void app.register(async (scope) => {
      route(takingBytes(scope))
      // Gateways may have been configured with a trailing slash.
      route(scope, `${endpoint.path}/`)
    })
  else if (endpoint.input !== undefined) {
    const { input } = endpoint
    void app.register(async (scope) => {
      await acceptInput(scope, input)
      route(scope)
      route(scope, `${endpoint.path}/`)
    })
  } else if (endpoint.files === undefined) route(app)
  else
    void app.register(async (scope) => {
      // In its own scope, so that no other endpoint accepts forms.
      await scope.register(multipart)
      scope.addContentTypeParser(urlencoded, { parseAs: 'string' }, (_request, body, parsed) =>
        parsed(null, new URLSearchParams(String(body))),
      )
      route(scope)
    })
}

/** Accepts a body of any content type as bytes, in its own scope. */
function takingBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
  return scope
}

/** Sends an answer, encoded by its schema. */
export function sendAnswer<const E extends Endpoint>(
  reply: FastifyReply,
  { answer, envelope }: E,
  value: AnswerOf<E>,
): FastifyReply {
  void reply.code(answer.status).header('cache-control', 'no-store')
  if (answer.schema === undefined) return reply.send()
  const encoded = z.encode(answer.schema, value)
  return envelope === undefined ? reply.send(encoded) : sendBareJson(reply, encoded)
}

export type FileAnswer = { name: string; type: string; bytes: Buffer }

/** Mounts a download of a file that a user uploaded: browsers save it, never display it, sniff its type or run it. */
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

/** RFC 6266: an ASCII name for old clients, and the real one. */
function toDisposition(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9 ._-]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** Mounts a picture whose URL contains its hash, so that it may be cached forever. Opened directly it can run nothing. */
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

/** Mounts an endpoint whose JSON is prepared (and compressed) in advance and has a version, sent as its ETag. */
export function mountVersioned<const E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: (call: Call<E>) => Promise<VersionedAnswer>,
): void {
  serve(app, ctx, endpoint, async (call, reply, request) =>
    sendVersioned(request, reply, await handler(call)),
  )
}

/**
 * Mounts server-sent events. The response stays open until `open`'s code or the client ends it; `authorization` is
 * passed so that the session can be checked again meanwhile.
 */
export function mountEvents<const E extends Endpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  open: (call: Call<E>, stream: { response: ServerResponse; authorization: string | undefined }) => void,
): void {
  serve(app, ctx, endpoint, async (call, reply, { headers: { authorization } }) => {
    open(call, { response: beginEvents(reply), authorization })
    return reply
  })
}

/** Begins a response of server-sent events, which the caller writes and ends. */
export function beginEvents(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const response = reply.raw
  // Connections break; without a listener that would crash the process.
  response.on('error', () => undefined)
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value)
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Tells nginx not to buffer.
    'x-accel-buffering': 'no',
    // Frees the socket at the end, so that idle clients can't use up connections.
    connection: 'close',
  })
  return response
}
