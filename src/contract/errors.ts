import { formatShortfall, type Money } from './money.ts'

/** What a refusal may carry besides its code. `fields` leaves only with 422 and 409 price_changed. */
export type ErrorDetails = {
  message?: string
  fields?: Record<string, string | number>
  required?: Money
  available?: Money
  retryAfterSeconds?: number
}

type CatalogueEntry = { status: number; sentence: string | ((details: ErrorDetails) => string) }

/**
 * Every refusal of the product: a stable code, its HTTP status and its sentence in English. Sentences are
 * the spec's (§5, §8) where it has one. The web app translates by code and details.
 */
export const errorCatalogue = {
  invalid_json: { status: 400, sentence: 'The request body is not valid JSON' },
  invalid_parameter: { status: 400, sentence: ({ message }) => message ?? 'A parameter has no meaning here' },
  authentication_required: { status: 401, sentence: 'Authentication required' },
  invalid_credentials: {
    status: 401,
    sentence: 'Login failed. Please check your credentials and try again.',
  },
  two_factor_required: { status: 401, sentence: 'A two-factor code is required' },
  invalid_signature: { status: 401, sentence: 'The signature does not hold' },
  insufficient_balance: {
    status: 402,
    sentence: ({ required, available }) => {
      const shown = formatShortfall(required ?? 0n, available ?? 0n)
      return `Insufficient balance. Required: $${shown.required}, Available: $${shown.available}`
    },
  },
  insufficient_permissions: { status: 403, sentence: 'Insufficient permissions' },
  account_blocked: { status: 403, sentence: 'This account is blocked. Please contact support.' },
  not_found: { status: 404, sentence: 'There is nothing here' },
  order_not_found: { status: 404, sentence: 'Order Not Found' },
  service_not_found: { status: 404, sentence: 'This service is not available' },
  provider_not_found: { status: 404, sentence: 'No such provider' },
  deposit_not_found: { status: 404, sentence: 'No such payment' },
  setup_link_invalid: { status: 404, sentence: 'This set-up link is not valid or was already used' },
  registration_closed: { status: 409, sentence: 'Registration is closed at the moment' },
  email_taken: { status: 409, sentence: 'An account with this email already exists' },
  name_taken: { status: 409, sentence: ({ message }) => message ?? 'This name is already in use' },
  price_changed: {
    status: 409,
    sentence: 'The price of this service has changed. Please check it and try again.',
  },
  balance_changed: { status: 409, sentence: 'The balance has changed since it was shown' },
  idempotency_key_reused: { status: 409, sentence: 'This Idempotency-Key was used for another request' },
  last_admin: { status: 409, sentence: 'You cannot demote the last admin in the system.' },
  last_admin_delete: { status: 409, sentence: 'Cannot delete the last admin account.' },
  refill_not_available: { status: 409, sentence: 'Refill is not available for this order' },
  cancel_not_available: { status: 409, sentence: 'This order can not be canceled' },
  state_conflict: {
    status: 409,
    sentence: ({ message }) => message ?? 'The state of this does not allow it',
  },
  payment_method_unavailable: { status: 409, sentence: 'This payment method is not available now' },
  payload_too_large: { status: 413, sentence: 'The request is too large' },
  unsupported_media_type: { status: 415, sentence: 'This content type is not taken here' },
  invalid_fields: {
    status: 422,
    sentence: ({ message }) => message ?? 'Please check the highlighted fields',
  },
  url_refused: { status: 422, sentence: ({ message }) => message ?? 'This address can not be used' },
  rate_limited: { status: 429, sentence: 'Too many tries. Please wait and try again.' },
  internal_error: { status: 500, sentence: 'Server error' },
  provider_failed: {
    status: 503,
    sentence: ({ message }) => message ?? 'The provider can not be reached right now',
  },
  gateway_failed: {
    status: 503,
    sentence: 'The payment gateway can not be reached right now. Please try again.',
  },
  maintenance: {
    status: 503,
    sentence: ({ message }) => message ?? 'The site is being worked on. Please try again later.',
  },
  unavailable: {
    status: 503,
    sentence: 'A part of the service is not available right now. Please try again.',
  },
} satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

/** An expected refusal. Anything else that is thrown is a bug and answers `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(sentenceOf(code, details))
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

export function sentenceOf(code: ErrorCode, details: ErrorDetails = {}): string {
  const entry: CatalogueEntry = errorCatalogue[code]
  return typeof entry.sentence === 'string' ? entry.sentence : entry.sentence(details)
}

export function statusOf(code: ErrorCode): number {
  return errorCatalogue[code].status
}

/** A 422 whose message is its first field's sentence. */
export function invalidFields(fields: Record<string, string>): AppError {
  const [message] = Object.values(fields)
  return new AppError('invalid_fields', message === undefined ? { fields } : { fields, message })
}
