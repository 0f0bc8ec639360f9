import type { FastifyRequest } from 'fastify'

import { type AppError, fieldsOf } from '#contract/base/errors.ts'
import type { SecurityEvent, SecurityLog } from '#server/lib/log/make-security-log.ts'

import { addressOf } from './address-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once it is known: for the log of security. */
    callerId?: number | undefined
  }
}

/** Of the refusals those that somebody who looks into an attack wants to know of. A failed sign-in writes its own line. */
export function noteRefusal(security: SecurityLog, request: FastifyRequest, error: AppError): void {
  const event = toEvent(request, error)
  if (event === undefined) return
  const { method, routeOptions, callerId } = request
  const route = `${method} ${routeOptions.url ?? ''}`
  security.note(event, { userId: callerId, address: addressOf(request), code: error.code, route })
}

function toEvent({ headers }: FastifyRequest, error: AppError): SecurityEvent | undefined {
  switch (error.code) {
    case 'authentication_required':
      // Who brings none has not signed in yet.
      return headers.authorization === undefined ? undefined : 'token_refused'
    case 'insufficient_permissions':
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

/** What is shown again by who is signed in: a password comes before a code. */
function toProofRefused(error: AppError): SecurityEvent | undefined {
  const codes = new Set(Object.values(fieldsOf(error)).map(({ code }) => code))
  if (codes.has('current_password_wrong')) return 'password_refused'
  return codes.has('two_factor_code_wrong') ? 'second_factor_refused' : undefined
}
