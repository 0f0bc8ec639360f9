import type { Language } from '#contract/base/languages.ts'
import { legal as en, legalSections as enSections } from './en/legal.ts'
import type { LegalSections } from './legal-sections.ts'
import { legal as ru, legalSections as ruSections } from './ru/legal.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { legal as vi, legalSections as viSections } from './vi/legal.ts'

export const legalText = { en, vi, ru } satisfies Text<typeof en>

export const legalSections: Readonly<Record<Language, LegalSections>> = {
  en: enSections,
  vi: viSections,
  ru: ruSections,
}
