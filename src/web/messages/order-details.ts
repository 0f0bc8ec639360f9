import { orderDetails as en } from './en/order-details.ts'
import { orderDetails as ru } from './ru/order-details.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { orderDetails as vi } from './vi/order-details.ts'

export const orderDetailsText = { en, vi, ru } satisfies Text<typeof en>
