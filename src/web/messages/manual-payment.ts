import { manualPayment as en } from './en/manual-payment.ts'
import { manualPayment as ru } from './ru/manual-payment.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { manualPayment as vi } from './vi/manual-payment.ts'

export const manualPaymentText = { en, vi, ru } satisfies Text<typeof en>
