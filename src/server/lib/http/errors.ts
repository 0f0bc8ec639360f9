import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { encodeDetails, encodeFields, type ErrorCode, statusOf } from '#contract/base/error-catalogue.ts'
import { AppError, fieldsOf, refusesFields } from '#contract/base/errors.ts'
import { english } from '#contract/words/en.ts'
import { sayError, sayFields } from '#contract/words/say.ts'
import { busyPage, busyPolicy, isPageWanted } from '#server/lib/http/pages/busy-page.ts'
import { makeRateLimiter } from '#server/lib/limits/rate-limiter.ts'
import { toLoggedError } from '#server/lib/log/make-log.ts'
import type { SecurityLog, SecurityEvent } from '#server/lib/log/make-security-log.ts'
import { isNodeLost } from '#server/lib/postgres/outages.ts'

import { addressOf } from './address-of.ts'
import { refuseInEnvelope } from './envelope.ts'

const OUTAGE_LINE_EVERY_MS = 1_000

/** The only place that turns an error into a response. */
export function handleErrors(app: FastifyInstance, security: SecurityLog): void {
  const logUnexpected = makeUnexpectedLog()
  app.setErrorHandler((thrown: FastifyError | AppError | Error, request, reply) => {
    const error = toAppError(thrown)
    logUnexpected(request, thrown, error.code)
    logRefusal(security, request, error)
    return sendError(request, reply, error)
  })
}

/** Logs bugs with their stack, refusals not at all, and outages once a second with the number of refused requests. */
function makeUnexpectedLog(): (request: FastifyRequest, thrown: Error, code: ErrorCode) => void {
  const lines = makeRateLimiter({ max: 1, windowMs: OUTAGE_LINE_EVERY_MS })
  let refused = 0
  return (request, thrown, code) => {
    if (thrown instanceof AppError) return
    const route = request.routeOptions.url
    if (code === 'internal_error') request.log.error({ err: toLoggedError(thrown), route }, code)
    if (code !== 'unavailable') return
    refused += 1
    if (!lines.take()) return
    request.log.warn({ error: thrown.message, route, refused }, code)
    refused = 0
  }
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { code, retryAfterSeconds } = error
  if (retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
  void reply.code(statusOf(code)).header('cache-control', 'no-store')
  const { envelope } = request.routeOptions.config
  if (envelope !== undefined) return refuseInEnvelope(reply, envelope, error)
  if (code !== 'unavailable' || !isPageWanted(request)) return reply.send(toErrorBody(error, request.id))
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds ?? 0))
  void reply.headers({ refresh: String(seconds), 'content-security-policy': busyPolicy })
  return reply.type('text/html; charset=utf-8').send(busyPage)
}

/** The body of every refusal: its code with its details, and the sentence in English. */
export function toErrorBody(error: AppError, requestId: string): Record<string, unknown> {
  const { code } = error
  const details = encodeDetails(error)
  const refused = fieldsOf(error)
  return {
    success: false,
    code,
    message: sayError(english, error),
    ...(details !== undefined && { details }),
    ...(code === 'price_changed' && { fields: details }),
    ...(refusesFields(code) && {
      fields: sayFields(english.fields, refused),
      field_codes: encodeFields(refused),
    }),
    requestId,
  }
}

const invalidJson = () => new AppError('invalid_json')
export const notUnderstood = () => new AppError('invalid_parameter', { reason: 'not_understood' })

const fastifyCodes: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: invalidJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: invalidJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: invalidJson,
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('unsupported_media_type'),
  FST_ERR_BAD_URL: notUnderstood,
}

/** PostgreSQL's error classes for connection failure, no resources, shutdown and timeout. */
const outagePattern = /^(08|53|57)/
/** Errors of `pg` itself, which have no code. */
const outageMessages = /timeout exceeded when trying to connect|Connection terminated|not queryable/
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

function toAppError(thrown: FastifyError | AppError | Error): AppError {
  if (thrown instanceof AppError) return thrown
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  const known = fastifyCodes[code]
  if (known !== undefined) return known()
  if ((code.length === 5 && outagePattern.test(code)) || socketCodes.has(code))
    return new AppError('unavailable', { retryAfterSeconds: 2 })
  if (outageMessages.test(thrown.message) || isNodeLost(thrown))
    return new AppError('unavailable', { retryAfterSeconds: 2 })
  const status = 'statusCode' in thrown && typeof thrown.statusCode === 'number' ? thrown.statusCode : 500
  // The file server answers 403 for folders and for paths outside its root.
  if (status === 403 || status === 404) return new AppError('not_found')
  if (status === 416) return new AppError('range_not_satisfiable')
  return status >= 400 && status < 500 ? notUnderstood() : new AppError('internal_error')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once known; for the security log. */
    callerId?: number | undefined
    /** A key was sent outside the Authorization header. */
    isKeySent?: boolean
  }
}

/** Writes refusals that matter when investigating an attack to the security log. Failed sign-ins write their own line. */
export function logRefusal(security: SecurityLog, request: FastifyRequest, error: AppError): void {
  const event = toEvent(request, error)
  if (event === undefined) return
  const { method, routeOptions, callerId } = request
  const route = `${method} ${routeOptions.url ?? ''}`
  security.note(event, { userId: callerId, address: addressOf(request), code: error.code, route })
}

function toEvent({ headers, isKeySent = false }: FastifyRequest, error: AppError): SecurityEvent | undefined {
  switch (error.code) {
    case 'authentication_required':
      // Without a token the client is just not signed in.
      return headers.authorization !== undefined || isKeySent ? 'token_refused' : undefined
    case 'insufficient_permissions':
    case 'test_key':
    case 'view_only':
      return 'permission_refused'
    case 'rate_limited':
      return 'limit_reached'
    case 'invalid_signature':
      return 'webhook_refused'
    case 'invalid_fields':
      return toProofRefused(error)
    default:
      return undefined
  }
}

/** For a signed-in user who proves the session again: the password is checked before the code. */
function toProofRefused(error: AppError): SecurityEvent | undefined {
  const codes = new Set(Object.values(fieldsOf(error)).map(({ code }) => code))
  if (codes.has('current_password_wrong')) return 'password_refused'
  return codes.has('two_factor_code_wrong') ? 'second_factor_refused' : undefined
}
