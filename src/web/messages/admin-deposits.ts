import { adminDeposits as en } from './en/admin-deposits.ts'
import { adminDeposits as ru } from './ru/admin-deposits.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminDeposits as vi } from './vi/admin-deposits.ts'

export const adminDepositsText = { en, vi, ru } satisfies Text<typeof en>
