import { adminOrders as en } from './en/admin-orders.ts'
import { adminOrders as ru } from './ru/admin-orders.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminOrders as vi } from './vi/admin-orders.ts'

export const adminOrdersText = { en, vi, ru } satisfies Text<typeof en>
