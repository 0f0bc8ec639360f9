import { transactions as en } from './en/transactions.ts'
import type { Text } from './text.ts'

export const transactionsText = { en } satisfies Text<typeof en>
