import type { Language } from '#contract/languages.ts'
import type { FieldMeaning } from '#contract/service-types.ts'
import { fields as en, extraFields as enExtra } from './en/fields.ts'
import type { FieldWords } from './words.ts'

export const fieldsIn: Readonly<Record<Language, FieldWords>> = { en }

/** The labels of what a service's type asks for. */
export const extraFieldsIn: Readonly<Record<Language, Readonly<Record<FieldMeaning, string>>>> = {
  en: enExtra,
}
