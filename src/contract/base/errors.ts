import type { DetailsOf, ErrorCode } from './error-catalogue.ts'
import type { FieldRefusals } from './field-codes.ts'

/** When to retry, sent as a header. */
type Delivery = { retryAfterSeconds?: number }
type Refused = {
  [Code in ErrorCode]: Record<never, never> extends DetailsOf<Code>
    ? [code: Code, details?: Delivery]
    : [code: Code, details: DetailsOf<Code> & Delivery]
}[ErrorCode]

/** An expected refusal. Any other error is a bug and answered with `internal_error`. The sentence is added when it is sent. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: DetailsOf<ErrorCode>
  readonly retryAfterSeconds: number | undefined

  constructor(...[code, details]: Refused) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details ?? {}
    this.retryAfterSeconds = details?.retryAfterSeconds
  }
}

export function invalidFields(fields: FieldRefusals): AppError {
  const isUnknown = Object.values(fields).some(({ code }) => code === 'unknown_field')
  return new AppError(isUnknown ? 'unknown_field' : 'invalid_fields', { fields })
}

/** True for codes that refuse fields, which are sent as `fields` and `field_codes`. */
export function refusesFields(code: string): code is 'invalid_fields' | 'unknown_field' {
  return code === 'invalid_fields' || code === 'unknown_field'
}

/** The refused fields of an error; empty for other errors. */
export function fieldsOf(error: unknown): FieldRefusals {
  return error instanceof AppError && 'fields' in error.details ? error.details.fields : {}
}
