import { adminTransactions as en } from './en/admin-transactions.ts'
import { adminTransactions as ru } from './ru/admin-transactions.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminTransactions as vi } from './vi/admin-transactions.ts'

export const adminTransactionsText = { en, vi, ru } satisfies Text<typeof en>
