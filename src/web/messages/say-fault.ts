import { sayCarried } from '#contract/base/codes.ts'
import { faults, type SentFault } from '#contract/base/faults.ts'
import type { Language } from '#contract/base/languages.ts'
import { faultsIn } from '#contract/words/faults.ts'

/** For the reader why another system did not do what it was asked; of a later version's reason, its code. */
export function sayFault(language: Language, fault: SentFault): string {
  return sayCarried(faults, faultsIn[language], fault) ?? fault.code
}
