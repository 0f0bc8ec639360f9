import { adminUsers as en } from './en/admin-users.ts'
import { adminUsers as ru } from './ru/admin-users.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminUsers as vi } from './vi/admin-users.ts'

export const adminUsersText = { en, vi, ru } satisfies Text<typeof en>
