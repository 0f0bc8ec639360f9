import { notifications as en } from './en/notifications.ts'
import type { Text } from './text.ts'

export const notificationsText = { en } satisfies Text<typeof en>
