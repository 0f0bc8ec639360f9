import { adminNames as en } from './en/admin-names.ts'
import { adminNames as ru } from './ru/admin-names.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminNames as vi } from './vi/admin-names.ts'

export const adminNamesText = { en, vi, ru } satisfies Text<typeof en>
