import type { Language } from '#contract/base/languages.ts'
import { checkup as en } from './en/checkup.ts'
import { checkup as ru } from './ru/checkup.ts'
import { checkup as vi } from './vi/checkup.ts'
import type { CheckupWords } from './words.ts'

export const checkupIn: Readonly<Record<Language, CheckupWords>> = { en, vi, ru }
