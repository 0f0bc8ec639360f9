/** Requests that are refused before they reach a route, in the same format and with the same headers as any refusal. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { statusOf } from '#contract/base/error-catalogue.ts'
import { AppError } from '#contract/base/errors.ts'

import { notUnderstood, sendError, toErrorBody } from './errors.ts'

/** For URLs that the router can't decode, such as `/%`. Hooks don't run for them. */
export function makeRefuseAddress(
  headers: OutgoingHttpHeaders,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (_error, request, reply) => {
    void reply.headers(headers).header('x-request-id', request.id)
    void sendError(request, reply, notUnderstood())
  }
}

/** For data that is not HTTP, or requests that arrive too slowly: written directly to the socket. */
export function makeRefuseUnreadable(
  headers: OutgoingHttpHeaders,
): (error: Error & { code?: string }, socket: Socket) => void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0)
      return void socket.destroy()
    const refusal =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new AppError('payload_too_large')
        : new AppError('invalid_parameter', { reason: 'not_a_request' })
    const body = JSON.stringify(toErrorBody(refusal, randomBytes(9).toString('base64url')))
    const status = statusOf(refusal.code)
    socket.end(
      `HTTP/1.1 ${status} ${status === 413 ? 'Payload Too Large' : 'Bad Request'}\r\n${lines.join('')}` +
        `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
        `cache-control: no-store\r\nconnection: close\r\n\r\n${body}`,
    )
  }
}

/**
 * Refuses proxy-style URLs (`http://elsewhere/login`, `*`) and requests without exactly one Host header: a proxy before us
 * may have read another one.
 */
export function refuseOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, httpVersion } = request.raw
    const hosts = countHosts(request.raw)
    const isOdd = url?.startsWith('/') !== true || hosts > 1 || (hosts === 0 && httpVersion === '1.1')
    done(isOdd ? notUnderstood() : undefined)
  })
  // Node would answer an unknown Expect header in its own format; HTTP allows ignoring it.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
}

/** From the raw headers: Node's `headers` only has the first. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count
}
