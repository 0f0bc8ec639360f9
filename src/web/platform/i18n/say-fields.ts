import { decodeRefusal, type FieldRefusals } from '#contract/base/field-codes.ts'
import type { FieldMeaning } from '#contract/base/field-meanings.ts'
import type { Language } from '#contract/base/languages.ts'
import { fields as enFields, extraFields as enExtraFields } from '#contract/words/en/fields.ts'
import { fields as ruFields, extraFields as ruExtraFields } from '#contract/words/ru/fields.ts'
import { sayFields } from '#contract/words/say.ts'
import { fields as viFields, extraFields as viExtraFields } from '#contract/words/vi/fields.ts'
import type { ExtraFieldWords, FieldWords } from '#contract/words/words.ts'

/** Field errors for the reader, from their codes: field → sentence. */
export function sayRefusedFields(language: Language, refusals: FieldRefusals): Record<string, string> {
  return sayFields(fieldsIn[language], refusals)
}

/** The same for `field_codes` as received; codes of a newer server are left out. */
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

const fieldsIn: Readonly<Record<Language, FieldWords>> = { en: enFields, vi: viFields, ru: ruFields }

const extraFieldsIn: Readonly<Record<Language, ExtraFieldWords>> = {
  en: enExtraFields,
  vi: viExtraFields,
  ru: ruExtraFields,
}
