import { adminSettings as en } from './en/admin-settings.ts'
import { adminSettings as ru } from './ru/admin-settings.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminSettings as vi } from './vi/admin-settings.ts'

export const adminSettingsText = { en, vi, ru } satisfies Text<typeof en>
