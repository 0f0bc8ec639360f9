import { enterDeposit as en } from './en/enter-deposit.ts'
import { enterDeposit as ru } from './ru/enter-deposit.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { enterDeposit as vi } from './vi/enter-deposit.ts'

export const enterDepositText = { en, vi, ru } satisfies Text<typeof en>
