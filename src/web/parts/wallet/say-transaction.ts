import { sayCarried } from '#contract/base/codes.ts'
import type { Language } from '#contract/base/languages.ts'
import { ledgerLines } from '#contract/ledger/ledger-lines.ts'
import type { Transaction } from '#contract/ledger/transactions.ts'
import { transactions as en } from '#contract/words/en/transactions.ts'
import { transactions as ru } from '#contract/words/ru/transactions.ts'
import { transactions as vi } from '#contract/words/vi/transactions.ts'
import type { TransactionWords } from '#contract/words/words.ts'

/** From its code, for the reader; for a code of a newer server, that server's own text. */
export function sayTransaction(language: Language, { code, details, description }: Transaction): string {
  return sayCarried(ledgerLines, transactionsIn[language], { code, details }) ?? description
}

const transactionsIn: Readonly<Record<Language, TransactionWords>> = { en, vi, ru }
