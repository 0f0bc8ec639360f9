import type * as z from 'zod/mini'
import type { ErrorCode } from './error-catalogue.ts'
import type { AppError } from './errors.ts'
import type { Need, Permission } from './permissions.ts'
import type { GivenBy } from './take-back.ts'

export type Access = 'public' | 'user' | 'admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Schema = z.ZodMiniType

/** Content types of answers that are not JSON. */
export type AnswerType =
  | 'text/csv'
  | 'text/event-stream'
  | 'text/markdown'
  | 'text/plain'
  | 'image/png'
  | 'application/xml'
  | 'application/manifest+json'
  /** An uploaded file, with its own type. */
  | '*/*'

/** JSON with a schema, or another content type; a 204 has neither. */
type Answer =
  | { readonly status: 200 | 201 | 204; readonly schema?: Schema; readonly type?: undefined }
  | { readonly status: 200; readonly type: AnswerType; readonly schema?: undefined }

/** Where fields are read from; 'form' is application/x-www-form-urlencoded. */
export type Input = 'query' | 'form' | 'multipart' | 'json'

/** The error format of an API that others defined. */
export type Envelope = {
  readonly statusOf: (code: ErrorCode) => number
  /** Undefined: there is no body. */
  readonly toBody: (error: AppError) => unknown
  /** Describes what `toBody` makes. */
  readonly errorSchema: Schema
}

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
  /** The body may be what this GET answered, changed: see `takeBack`. */
  readonly takesBack?: GivenBy
  /** The body is read as bytes of any content type; if absent, as JSON by `body`. */
  readonly takes?: 'bytes'
  /**
   * Also accepts a form with the fields of `body`: multipart/form-data with up to `max` files as `attachments`, or
   * application/x-www-form-urlencoded without files.
   */
  readonly files?: { readonly max: number; readonly bytes: number }
  /**
   * For calls of an API that others defined: the fields of `body` are read from all of these, and unknown fields are
   * ignored. With 'query' the call also accepts GET. A trailing slash is accepted.
   */
  readonly input?: readonly Input[]
  /** All responses have this format, early refusals too; the JSON content type has no charset. */
  readonly envelope?: Envelope
  readonly answer: Answer
  /** In addition to those of every call of its kind: see `errorsOf`. */
  readonly errors: readonly ErrorCode[]
  /** The size limit of a body; default `limits.bodyBytes`. */
  readonly bodyBytes?: number
  /** The response has an ETag and may be a 304; `counted`: also a header X-Total-Count. */
  readonly versioned?: true | 'counted'
  /** Accepts the header Idempotency-Key. */
  readonly idempotent?: boolean
  /** Also accepts a customer's API key with this scope: 'order' for every call that changes something. */
  readonly takesKey?: 'read' | 'order'
  /** The permission for staff who view the panel as a customer, default `needs`; 'owner': not visible in a view. */
  readonly viewNeeds?: Need | 'owner'
  /**
   * Needs a fresh proof of the session (`limits.proofMinutes`): always, or if one of these fields changes. The proof may be
   * in the body as `password` or `code`, next to the fields of `body`. Never together with `takesKey`.
   */
  readonly proof?: 'always' | readonly string[]
  /** Refused for customers in maintenance mode. */
  readonly restsInMaintenance?: boolean
  /**
   * In a restored database that was not resumed, calls that change something and all calls by API key are refused: with
   * 'maintenance' for customers, gateways and resellers, with 'fenced' for staff. 'works': this call is allowed.
   * 'fenced': a call for staff and their keys without a login, refused with 'fenced' even if it only reads.
   */
  readonly whileFenced?: 'works' | 'fenced'
} & (
  | {
      readonly access: 'public' | 'user'
      /** The permission that staff need for another user's data, by `user_id`. */
      readonly needs?: Permission
    }
  | { readonly access: 'admin'; readonly needs: Need }
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
