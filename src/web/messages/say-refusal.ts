import { decodeDetails, type DetailsOf, type ErrorCode, isErrorCode } from '#contract/errors.ts'
import { decodeRefusal, type FieldRefusals } from '#contract/field-codes.ts'
import type { FieldMeaning } from '#contract/service-types.ts'
import { errors } from '#contract/words/en/errors.ts'
import { extraFields, fields } from '#contract/words/en/fields.ts'
import { sayCode, sayFields } from '#contract/words/say.ts'

/** The sentences of refusals, from their codes: whatever the server said in English is said anew for the reader. */

export function sayRefusal<Code extends ErrorCode>(code: Code, details: DetailsOf<Code>): string {
  return sayCode(errors, { code, details })
}

/** Of one that was sent; undefined for a code of a later version, or one whose fields are what it says. */
export function saySentRefusal(code: string, details: unknown): string | undefined {
  if (!isErrorCode(code) || code === 'invalid_fields') return undefined
  const read = decodeDetails(code, details)
  return read === undefined ? undefined : sayCode(errors, { code, details: read })
}

/** Field → sentence. */
export function sayRefusedFields(refusals: FieldRefusals): Record<string, string> {
  return sayFields(fields, refusals)
}

/** The same of `field_codes` as they were sent; those of a later version are left out. */
export function saySentFields(sent: unknown): Record<string, string> {
  const read: FieldRefusals = {}
  for (const [field, one] of Object.entries(typeof sent === 'object' && sent !== null ? sent : {})) {
    const refusal = decodeRefusal(one)
    if (refusal !== undefined) read[field] = refusal
  }
  return sayRefusedFields(read)
}

export function sayExtraField(meaning: FieldMeaning): string {
  return extraFields[meaning]
}
