import type { Language } from '#contract/languages.ts'
import { legal as en, legalSections as enSections } from './en/legal.ts'
import type { LegalSections } from './legal-sections.ts'
import type { Text } from './text.ts'

export const legalText = { en } satisfies Text<typeof en>

export const legalSections: Record<Language, LegalSections> = { en: enSections }
