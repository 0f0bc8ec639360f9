import { decodeRefusal, type FieldRefusals } from '#contract/field-codes.ts'
import type { FieldMeaning } from '#contract/service-types.ts'
import { extraFields, fields } from '#contract/words/en/fields.ts'
import { sayFields } from '#contract/words/say.ts'

/** Why fields are refused, from their codes, for the reader: field → sentence. */
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
