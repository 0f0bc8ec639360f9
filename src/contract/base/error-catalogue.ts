import * as z from 'zod/mini'

import { type CarriedBy, type CodeTable, nothing } from './codes.ts'
import {
  addressReasons,
  attachmentReasons,
  conflictReasons,
  parameterReasons,
  providerReasons,
} from './error-reasons.ts'
import { type AppError, refusesFields } from './errors.ts'
import { encodeRefusal, type FieldRefusals } from './field-codes.ts'
import { moneyCodec } from './money-codec.ts'

/** Either the code's `details`, or the `reasons` that it covers, each with details. */
type CatalogueEntry =
  | { status: number; details: z.ZodMiniType; reasons?: undefined }
  | { status: number; reasons: CodeTable; details?: undefined }

const refusedFields = z.object({ fields: z.custom<FieldRefusals>() })

/** All refusals: a stable code, its HTTP status and its details. The sentences are in `words/`. */
export const errorCatalogue = {
  invalid_json: { status: 400, details: nothing },
  invalid_parameter: { status: 400, reasons: parameterReasons },
  authentication_required: { status: 401, details: nothing },
  invalid_credentials: { status: 401, details: nothing },
  two_factor_required: { status: 401, details: nothing },
  invalid_signature: { status: 401, details: nothing },
  insufficient_balance: {
    status: 402,
    details: z.object({ required: moneyCodec, available: moneyCodec }),
  },
  insufficient_permissions: { status: 403, details: nothing },
  /** A test key, which works on /api/v2 only. */
  test_key: { status: 403, details: nothing },
  /** Staff without two-factor authentication, if the settings require it. */
  two_factor_setup_required: { status: 403, details: nothing },
  /** Staff who view the panel as a customer may only read. */
  view_only: { status: 403, details: nothing },
  /** The password is needed again, or a code if the account has two-factor authentication. */
  proof_required: { status: 403, details: z.object({ two_factor: z.boolean() }) },
  /** The account's email address was never confirmed. */
  email_unconfirmed: { status: 403, details: nothing },
  account_blocked: { status: 403, details: nothing },
  not_found: { status: 404, details: nothing },
  user_not_found: { status: 404, details: nothing },
  order_not_found: { status: 404, details: nothing },
  service_not_found: { status: 404, details: nothing },
  provider_not_found: { status: 404, details: nothing },
  deposit_not_found: { status: 404, details: nothing },
  ticket_not_found: { status: 404, details: nothing },
  setup_link_invalid: { status: 404, details: nothing },
  confirmation_invalid: { status: 404, details: nothing },
  unsubscribe_invalid: { status: 404, details: nothing },
  reset_token_invalid: { status: 404, details: nothing },
  invitation_invalid: { status: 404, details: nothing },
  registration_closed: { status: 409, details: nothing },
  email_taken: { status: 409, details: nothing },
  name_taken: { status: 409, details: nothing },
  username_taken: { status: 409, details: nothing },
  service_unavailable: { status: 409, details: nothing },
  link_blocked: { status: 409, details: nothing },
  category_blocked: { status: 409, details: nothing },
  /** `price` is the new price. */
  price_changed: { status: 409, details: z.object({ price: moneyCodec }) },
  /** A gateway reversed a payment whose money was spent; orders are refused until it is repaid. */
  balance_owed: { status: 409, details: z.object({ owed: moneyCodec }) },
  balance_changed: { status: 409, details: nothing },
  idempotency_key_reused: { status: 409, details: nothing },
  daily_limit_reached: { status: 409, details: z.object({ limit: moneyCodec, spent: moneyCodec }) },
  /** `left`: what this member of staff may still refund today (UTC). */
  refund_limit_reached: { status: 409, details: z.object({ limit: moneyCodec, left: moneyCodec }) },
  last_admin: { status: 409, details: nothing },
  last_admin_delete: { status: 409, details: nothing },
  /** The current values, to be confirmed again. */
  user_changed: { status: 409, details: z.object({ balance: moneyCodec, open_orders: z.int() }) },
  refill_not_available: { status: 409, details: nothing },
  cancel_not_available: { status: 409, details: nothing },
  ticket_closed: { status: 409, details: nothing },
  ticket_full: { status: 409, details: nothing },
  favourites_full: { status: 409, details: z.object({ max: z.int() }) },
  state_conflict: { status: 409, reasons: conflictReasons },
  payment_method_unavailable: { status: 409, details: nothing },
  provider_unknown: { status: 409, details: nothing },
  payload_too_large: { status: 413, details: nothing },
  attachment_too_large: { status: 413, details: nothing },
  attachment_refused: { status: 415, reasons: attachmentReasons },
  unsupported_media_type: { status: 415, details: nothing },
  /** A malformed byte range of a file, or one beyond its end. */
  range_not_satisfiable: { status: 416, details: nothing },
  /** Sent as `fields` and `field_codes`. */
  invalid_fields: { status: 422, details: refusedFields },
  /** The same, if the body has an unknown field. */
  unknown_field: { status: 422, details: refusedFields },
  url_refused: { status: 422, reasons: addressReasons },
  rate_limited: { status: 429, details: nothing },
  internal_error: { status: 500, details: nothing },
  provider_failed: { status: 503, reasons: providerReasons },
  gateway_failed: { status: 503, details: nothing },
  /** The operator's message, if there is one. */
  maintenance: { status: 503, details: z.object({ message: z.optional(z.string()) }) },
  /** For staff: the database was restored, and all changes are refused until it is resumed. */
  fenced: { status: 503, details: nothing },
  unavailable: { status: 503, details: nothing },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCatalogue = typeof errorCatalogue
export type ErrorCode = keyof ErrorCatalogue

type ReasonOf<Reasons extends CodeTable> = {
  [Reason in keyof Reasons & string]: { reason: Reason } & CarriedBy<Reasons[Reason]>
}[keyof Reasons & string]

/** A code's decoded details. */
export type DetailsOf<Code extends ErrorCode> = Code extends ErrorCode
  ? ErrorCatalogue[Code] extends { reasons: infer Reasons extends CodeTable }
    ? ReasonOf<Reasons>
    : ErrorCatalogue[Code] extends { details: infer Details extends z.ZodMiniType }
      ? CarriedBy<Details>
      : never
  : never

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCatalogue, code)
}

export function statusOf(code: ErrorCode): number {
  return errorCatalogue[code].status
}

/** The details as sent; undefined if there are none. */
export function encodeDetails({ code, details }: AppError): Record<string, unknown> | undefined {
  const schema = schemaOf(code, details)
  if (schema === undefined || refusesFields(code)) return undefined
  const sent = z.encode(schema, details) as Record<string, unknown> // details are always objects
  const whole = 'reason' in details ? { reason: details.reason, ...sent } : sent
  return Object.keys(whole).length === 0 ? undefined : whole
}

/** The details that were sent with a code, decoded; undefined if they have another shape. */
export function decodeDetails(code: ErrorCode, sent: unknown): DetailsOf<ErrorCode> | undefined {
  const schema = schemaOf(code, sent)
  const read = schema === undefined ? undefined : z.safeDecode(schema, sent ?? {})
  if (read?.success !== true) return undefined
  const reason = reasonIn(sent)
  return { ...(reason !== undefined && { reason }), ...(read.data as object) } as DetailsOf<ErrorCode> // by the code's schema
}

/** The value of `field_codes`. */
export function encodeFields(fields: FieldRefusals): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([field, refusal]) => [field, encodeRefusal(refusal)]))
}

function schemaOf(code: ErrorCode, details: unknown): z.ZodMiniType | undefined {
  const entry: CatalogueEntry = errorCatalogue[code]
  if (entry.details !== undefined) return entry.details
  const reason = reasonIn(details)
  return reason !== undefined && Object.hasOwn(entry.reasons, reason) ? entry.reasons[reason] : undefined
}

function reasonIn(details: unknown): string | undefined {
  if (typeof details !== 'object' || details === null || !('reason' in details)) return undefined
  return typeof details.reason === 'string' ? details.reason : undefined
}
