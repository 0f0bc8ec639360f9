import { orderList as en } from './en/order-list.ts'
import { orderList as ru } from './ru/order-list.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { orderList as vi } from './vi/order-list.ts'

export const orderListText = { en, vi, ru } satisfies Text<typeof en>
