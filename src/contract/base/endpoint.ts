import type * as z from 'zod/mini'
import { type ErrorCode, statusOf } from './errors.ts'
import type { Permission } from './permissions.ts'
import type { GivenBy } from './take-back.ts'

export type Access = 'public' | 'user' | 'admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Schema = z.ZodMiniType

/** What is answered where it is no JSON, by its content type. */
export type AnswerType =
  | 'text/csv'
  | 'text/event-stream'
  | 'text/markdown'
  | 'text/plain'
  | 'image/png'
  | 'application/xml'
  | 'application/manifest+json'
  /** What somebody sent, of the type that it is. */
  | '*/*'

/** JSON by its schema, or of another type; a 204 has neither. */
type Answer =
  | { readonly status: 200 | 201 | 204; readonly schema?: Schema; readonly type?: undefined }
  | { readonly status: 200; readonly type: AnswerType; readonly schema?: undefined }

/**
 * One call of the HTTP interface: the server mounts it, the web app and the tests call it, OpenAPI is
 * generated from it. `path` has its parameters as `:name`. The server sees decoded values (Money, numbers),
 * the wire carries their encoded form.
 */
export type Endpoint = {
  readonly method: Method
  readonly path: `/${string}`
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** What a GET answered is taken back as the body: see `takeBack`. */
  readonly takesBack?: GivenBy
  /** The body is taken as the bytes that came, whatever their type; JSON by `body` where this is absent. */
  readonly takes?: 'bytes'
  /**
   * Beside JSON a form is taken, whose texts are `body`: multipart/form-data with up to so many files as `attachments`, or
   * application/x-www-form-urlencoded without any.
   */
  readonly files?: { readonly max: number; readonly bytes: number }
  readonly answer: Answer
  /** Beyond those that every call of its kind may answer: see `errorsOf`. */
  readonly errors: readonly ErrorCode[]
  /** How large a body may be; `limits.bodyBytes` when absent. */
  readonly bodyBytes?: number
  /** Its answer has an ETag, and is a 304 for whoever has it already; `counted` says in X-Total-Count how many there are. */
  readonly versioned?: true | 'counted'
  /** Takes the Idempotency-Key header. */
  readonly idempotent?: boolean
  /** A customer's API key opens it as well. */
  readonly takesKey?: boolean
  /**
   * What staff need who see the panel as its customer, `needs` where it is absent; 'owner': it is nobody else's to see.
   */
  readonly viewNeeds?: Permission | 'owner'
  /**
   * Needs a fresh proof of the session (`limits.proofMinutes`): always, or where one of these members changes something. The
   * body's `password` or `code` is such a proof, beside the members of `body`. Never together with `takesKey`.
   */
  readonly proof?: 'always' | readonly string[]
  /** Not for customers while the operator works on the site. */
  readonly restsInMaintenance?: boolean
} & (
  | {
      readonly access: 'public' | 'user'
      /** What staff must be allowed to who name another user's things here, by `user_id`. */
      readonly needs?: Permission
    }
  | { readonly access: 'admin'; readonly needs: Permission }
)

/** Keeps the exact type of one endpoint. */
export function endpoint<const E extends Endpoint>(description: E): E {
  return description
}

type Decoded<S> = S extends Schema ? z.output<S> : undefined

export type ParamsOf<E extends Endpoint> = Decoded<E['params']>
export type QueryOf<E extends Endpoint> = Decoded<E['query']>
export type BodyOf<E extends Endpoint> = E['takes'] extends 'bytes' ? Uint8Array : Decoded<E['body']>
export type AnswerOf<E extends Endpoint> = E['answer']['schema'] extends Schema
  ? z.output<E['answer']['schema']>
  : undefined

/** What a call says of an id that nothing has. */
export function notFoundBy({ errors }: Endpoint): NotFoundCode {
  return errors.find((code) => isNotFound(code)) ?? 'not_found'
}

type NotFoundCode = Extract<ErrorCode, `${string}not_found` | `${string}_invalid`>

function isNotFound(code: ErrorCode): code is NotFoundCode {
  return statusOf(code) === 404
}

/** All codes a call may answer with, those of its kind included. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, params, body, takes, files, errors, proof } = endpoint
  // What can not be read as a request of this form is refused wherever it is sent.
  const codes: ErrorCode[] = [...errors, 'invalid_parameter', 'internal_error', 'unavailable']
  if (params !== undefined) codes.push(notFoundBy(endpoint))
  if (access !== 'public') codes.push('authentication_required')
  if (access === 'user') codes.push('view_only', 'insufficient_permissions')
  if (access === 'public' && endpoint.method !== 'GET') codes.push('view_only')
  if (access === 'admin') codes.push('insufficient_permissions')
  if (endpoint.needs !== undefined) codes.push('two_factor_setup_required')
  if (endpoint.restsInMaintenance === true) codes.push('maintenance')
  if (proof !== undefined) codes.push('proof_required', 'rate_limited')
  if (endpoint.method !== 'GET' && takes === undefined)
    codes.push('invalid_json', 'unknown_field', 'payload_too_large', 'unsupported_media_type')
  if (body !== undefined || proof !== undefined || endpoint.method !== 'GET') codes.push('invalid_fields')
  if (takes === 'bytes') codes.push('payload_too_large')
  if (files !== undefined) codes.push('attachment_too_large', 'rate_limited')
  return [...new Set(codes)]
}
