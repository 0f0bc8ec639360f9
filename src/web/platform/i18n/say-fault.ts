import type { SentFault } from '#contract/base/codes.ts'
import type { Language } from '#contract/base/languages.ts'
import { faults as en } from '#contract/words/en/faults.ts'
import { faults as ru } from '#contract/words/ru/faults.ts'
import { quoteFault, sayFaultIn } from '#contract/words/fault-sentence.ts'
import { faults as vi } from '#contract/words/vi/faults.ts'
import type { FaultWords } from '#contract/words/words.ts'

/** Why another system did not do what it was asked, for the reader; the bare code if a newer server sent it. */
export function sayFault(language: Language, fault: SentFault): string {
  return sayFaultIn(faultsIn[language], fault) ?? fault.code
}

/** The same with nothing before it: a quotation is left unchanged, our own text begins with a capital. */
export function sayFaultAlone(language: Language, fault: SentFault): string {
  const said = quoteFault(faultsIn[language], fault)
  return fault.code === 'said' ? said : said.charAt(0).toUpperCase() + said.slice(1)
}

export const faultsIn: Readonly<Record<Language, FaultWords>> = { en, vi, ru }
