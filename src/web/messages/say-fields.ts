import { decodeRefusal, type FieldRefusals } from '#contract/base/field-codes.ts'
import type { Language } from '#contract/base/languages.ts'
import type { FieldMeaning } from '#contract/base/field-meanings.ts'
import { extraFieldsIn, fieldsIn } from '#contract/words/fields.ts'
import { sayFields } from '#contract/words/say.ts'

/** Why fields are refused, from their codes, for the reader: field → sentence. */
export function sayRefusedFields(language: Language, refusals: FieldRefusals): Record<string, string> {
  return sayFields(fieldsIn[language], refusals)
}

/** The same of `field_codes` as they were sent; those of a later version are left out. */
export function saySentFields(language: Language, sent: unknown): Record<string, string> {
  const read: FieldRefusals = {}
  for (const [field, one] of Object.entries(typeof sent === 'object' && sent !== null ? sent : {})) {
    const refusal = decodeRefusal(one)
    if (refusal !== undefined) read[field] = refusal
  }
  return sayRefusedFields(language, read)
}

export function sayExtraField(language: Language, meaning: FieldMeaning): string {
  return extraFieldsIn[language][meaning]
}
