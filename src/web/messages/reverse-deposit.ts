import { reverseDeposit as en } from './en/reverse-deposit.ts'
import { reverseDeposit as ru } from './ru/reverse-deposit.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { reverseDeposit as vi } from './vi/reverse-deposit.ts'

export const reverseDepositText = { en, vi, ru } satisfies Text<typeof en>
