import type { Endpoint } from './endpoint.ts'
import { type ErrorCode, statusOf } from './error-catalogue.ts'

/** The error code of a call for an id that doesn't exist. */
export function notFoundBy({ errors }: Endpoint): NotFoundCode {
  return errors.find((code) => isNotFound(code)) ?? 'not_found'
}

type NotFoundCode = Extract<ErrorCode, `${string}not_found` | `${string}_invalid`>

function isNotFound(code: ErrorCode): code is NotFoundCode {
  return statusOf(code) === 404
}

/** Error codes of a call while the database is fenced. */
function fencedCodes({ access, method, whileFenced, takesKey }: Endpoint): ErrorCode[] {
  if (whileFenced !== undefined) return whileFenced === 'works' ? [] : ['fenced']
  if (method === 'GET') return takesKey === undefined ? [] : ['maintenance']
  if (access === 'admin') return ['fenced']
  return access === 'user' ? ['maintenance', 'fenced'] : ['maintenance']
}

/** All error codes of a call, including those of its kind. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, params, body, takes, files, errors, proof } = endpoint
  // Every call may refuse a malformed request.
  const codes: ErrorCode[] = [...errors, 'invalid_parameter', 'internal_error', 'unavailable']
  if (params !== undefined) codes.push(notFoundBy(endpoint))
  if (access !== 'public') codes.push('authentication_required')
  if (access === 'user') codes.push('view_only', 'insufficient_permissions')
  if (access === 'public' && endpoint.method !== 'GET') codes.push('view_only')
  if (access === 'admin') codes.push('insufficient_permissions')
  if (endpoint.needs !== undefined) codes.push('two_factor_setup_required')
  if (endpoint.restsInMaintenance === true) codes.push('maintenance')
  codes.push(...fencedCodes(endpoint))
  if (proof !== undefined) codes.push('proof_required', 'rate_limited')
  if (endpoint.method !== 'GET' && takes === undefined)
    codes.push('invalid_json', 'unknown_field', 'payload_too_large', 'unsupported_media_type')
  if (body !== undefined || proof !== undefined || endpoint.method !== 'GET') codes.push('invalid_fields')
  if (takes === 'bytes') codes.push('payload_too_large')
  if (files !== undefined) codes.push('attachment_too_large', 'rate_limited')
  return [...new Set(codes)]
}
