/** What is refused before it comes to a route: in the same form and with the same headers as everything else. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError, statusOf } from '#contract/base/errors.ts'

import { notUnderstood, sendError, toErrorBody } from './errors.ts'

/** What the router can not read, such as `/%`: no hook has seen it. */
export function makeRefuseAddress(
  headers: OutgoingHttpHeaders,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (_error, request, reply) => {
    void reply.headers(headers).header('x-request-id', request.id)
    void sendError(request, reply, notUnderstood())
  }
}

/** What is not HTTP at all, or came too slowly: there is no request to answer, but a line to answer on. */
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
 * Addresses that are no path of ours (`http://elsewhere/login`, `*`), which only proxies are asked for, and requests
 * that do not say of which one host they are: what is before us may have read another one.
 */
export function refuseOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, httpVersion } = request.raw
    const hosts = countHosts(request.raw)
    const isOdd = url?.startsWith('/') !== true || hosts > 1 || (hosts === 0 && httpVersion === '1.1')
    done(isOdd ? notUnderstood() : undefined)
  })
  // Node would answer these in a form of its own; an expectation that nobody knows may be passed over.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
}

/** Node keeps the first of several. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count
}
