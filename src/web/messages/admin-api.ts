import { adminApi as en } from './en/admin-api.ts'
import { adminApi as ru } from './ru/admin-api.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminApi as vi } from './vi/admin-api.ts'

export const adminApiText = { en, vi, ru } satisfies Text<typeof en>
