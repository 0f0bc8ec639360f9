import type { Language } from '#contract/base/languages.ts'
import { resellerGuide as en } from './en/reseller-guide.ts'
import type { ResellerGuideWords } from './en/reseller-guide.ts'
import { resellerGuide as ru } from './ru/reseller-guide.ts'
import { resellerGuide as vi } from './vi/reseller-guide.ts'

export const resellerGuideIn: Readonly<Record<Language, ResellerGuideWords>> = { en, vi, ru }
