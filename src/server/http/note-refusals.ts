import type { FastifyRequest } from 'fastify'

import { type AppError, fieldsOf } from '#contract/errors.ts'
import type { SecurityEvent, SecurityLog } from '#server/make-security-log.ts'

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
      return isPasswordWrong(error) ? 'password_refused' : undefined
    default:
      return undefined
  }
}

function isPasswordWrong(error: AppError): boolean {
  return Object.values(fieldsOf(error)).some(({ code }) => code === 'current_password_wrong')
}
