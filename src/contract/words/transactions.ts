import type { Language } from '#contract/base/languages.ts'
import { transactions as en } from './en/transactions.ts'
import { transactions as ru } from './ru/transactions.ts'
import { transactions as vi } from './vi/transactions.ts'
import type { TransactionWords } from './words.ts'

export const transactionsIn: Readonly<Record<Language, TransactionWords>> = { en, vi, ru }
