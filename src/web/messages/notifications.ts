import { notifications as en } from './en/notifications.ts'
import { notifications as ru } from './ru/notifications.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { notifications as vi } from './vi/notifications.ts'

export const notificationsText = { en, vi, ru } satisfies Text<typeof en>
