import type { Language } from '#contract/base/languages.ts'
import { errors as en } from './en/errors.ts'
import { errors as ru } from './ru/errors.ts'
import { errors as vi } from './vi/errors.ts'
import type { ErrorWords } from './words.ts'

export const errorsIn: Readonly<Record<Language, ErrorWords>> = { en, vi, ru }
