import { payments as en } from './en/payments.ts'
import type { Text } from './text.ts'

export const paymentsText = { en } satisfies Text<typeof en>
