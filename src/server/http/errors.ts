import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError, type ErrorCode } from '#contract/errors.ts'
import { statusOf } from '#contract/errors.ts'

/** The one place where a thrown thing becomes an answer. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError | AppError | Error, request, reply) => {
    const error = toAppError(thrown)
    if (error.code === 'internal_error' || error.code === 'unavailable')
      request.log.error({ err: safeError(thrown), route: request.routeOptions.url }, error.code)
    return sendError(request, reply, error)
  })
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { code, details, message } = error
  if (details.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(Math.max(1, Math.ceil(details.retryAfterSeconds))))
  const fields = code === 'invalid_fields' || code === 'price_changed' ? { fields: details.fields ?? {} } : {}
  return reply
    .code(statusOf(code))
    .header('cache-control', 'no-store')
    .send({ success: false, code, message, ...fields, requestId: request.id })
}

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'invalid_parameter',
}

/** PostgreSQL's classes for "not there now": connection trouble, out of resources, being shut down, timed out. */
const outagePattern = /^(08|53|57)/
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

function toAppError(thrown: FastifyError | AppError | Error): AppError {
  if (thrown instanceof AppError) return thrown
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  const known = fastifyCodes[code]
  if (known !== undefined) return new AppError(known)
  if ((code.length === 5 && outagePattern.test(code)) || socketCodes.has(code))
    return new AppError('unavailable', { retryAfterSeconds: 2 })
  if (/timeout exceeded when trying to connect|Connection terminated/.test(thrown.message))
    return new AppError('unavailable', { retryAfterSeconds: 2 })
  const status = 'statusCode' in thrown && typeof thrown.statusCode === 'number' ? thrown.statusCode : 500
  if (status === 400) return new AppError('invalid_parameter')
  if (status === 404) return new AppError('not_found')
  return new AppError('internal_error')
}

/** For the log: where it happened and what PostgreSQL calls it, without the values that were sent. */
function safeError(thrown: Error): Record<string, unknown> {
  const facts: Record<string, unknown> = { name: thrown.name, message: thrown.message, stack: thrown.stack }
  for (const key of ['code', 'constraint', 'table', 'column', 'routine'])
    if (key in thrown) facts[key] = (thrown as unknown as Record<string, unknown>)[key] // named members of an error object
  return facts
}
