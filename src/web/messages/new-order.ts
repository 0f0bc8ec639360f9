import { newOrder as en } from './en/new-order.ts'
import { newOrder as ru } from './ru/new-order.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { newOrder as vi } from './vi/new-order.ts'

export const newOrderText = { en, vi, ru } satisfies Text<typeof en>
