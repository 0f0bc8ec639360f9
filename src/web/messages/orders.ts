import { orders as en } from './en/orders.ts'
import { orders as ru } from './ru/orders.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { orders as vi } from './vi/orders.ts'

export const ordersText = { en, vi, ru } satisfies Text<typeof en>
