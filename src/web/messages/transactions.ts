import { transactions as en } from './en/transactions.ts'
import { transactions as ru } from './ru/transactions.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { transactions as vi } from './vi/transactions.ts'

export const transactionsText = { en, vi, ru } satisfies Text<typeof en>
