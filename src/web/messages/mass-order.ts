import { massOrder as en } from './en/mass-order.ts'
import { massOrder as ru } from './ru/mass-order.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { massOrder as vi } from './vi/mass-order.ts'

export const massOrderText = { en, vi, ru } satisfies Text<typeof en>
