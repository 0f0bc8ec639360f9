import { sayCarried } from '#contract/base/codes.ts'
import { faults, type SentFault } from '#contract/base/faults.ts'
import type { Language } from '#contract/base/languages.ts'
import { faults as en } from '#contract/words/en/faults.ts'
import { faults as ru } from '#contract/words/ru/faults.ts'
import { faults as vi } from '#contract/words/vi/faults.ts'
import type { FaultWords } from '#contract/words/words.ts'

/** For the reader why another system did not do what it was asked; of a later version's reason, its code. */
export function sayFault(language: Language, fault: SentFault): string {
  return sayCarried(faults, faultsIn[language], fault) ?? fault.code
}

export const faultsIn: Readonly<Record<Language, FaultWords>> = { en, vi, ru }
