import { sayCarried } from '#contract/base/codes.ts'
import type { Language } from '#contract/base/languages.ts'
import { ledgerLines } from '#contract/ledger/ledger-lines.ts'
import type { Transaction } from '#contract/ledger/transactions.ts'
import { transactionsIn } from '#contract/words/transactions.ts'

/** From its code, for the reader; of what a later version writes, that version's own words. */
export function sayTransaction(language: Language, { code, details, description }: Transaction): string {
  return sayCarried(ledgerLines, transactionsIn[language], { code, details }) ?? description
}
