import type { Language } from '#contract/base/languages.ts'
import { fields as enFields, extraFields as enExtraFields } from './en/fields.ts'
import { fields as ruFields, extraFields as ruExtraFields } from './ru/fields.ts'
import { fields as viFields, extraFields as viExtraFields } from './vi/fields.ts'
import type { ExtraFieldWords, FieldWords } from './words.ts'

export const fieldsIn: Readonly<Record<Language, FieldWords>> = { en: enFields, vi: viFields, ru: ruFields }

export const extraFieldsIn: Readonly<Record<Language, ExtraFieldWords>> = {
  en: enExtraFields,
  vi: viExtraFields,
  ru: ruExtraFields,
}
