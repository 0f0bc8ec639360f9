import { payments as en } from './en/payments.ts'
import { payments as ru } from './ru/payments.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { payments as vi } from './vi/payments.ts'

export const paymentsText = { en, vi, ru } satisfies Text<typeof en>
