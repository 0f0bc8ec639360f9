import type { Language } from '#contract/base/languages.ts'
import { faults as en } from './en/faults.ts'
import { faults as ru } from './ru/faults.ts'
import { faults as vi } from './vi/faults.ts'
import type { FaultWords } from './words.ts'

export const faultsIn: Readonly<Record<Language, FaultWords>> = { en, vi, ru }
