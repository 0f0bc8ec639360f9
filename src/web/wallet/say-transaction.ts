import { sayCarried } from '#contract/codes.ts'
import type { Language } from '#contract/languages.ts'
import { ledgerLines } from '#contract/ledger-lines.ts'
import type { Transaction } from '#contract/wallet.ts'
import { transactionsIn } from '#contract/words/transactions.ts'

/** From its code, for the reader; of what a later version writes, that version's own words. */
export function sayTransaction(language: Language, { code, details, description }: Transaction): string {
  return sayCarried(ledgerLines, transactionsIn[language], { code, details }) ?? description
}
