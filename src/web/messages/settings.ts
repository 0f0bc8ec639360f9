import { settings as en } from './en/settings.ts'
import { settings as ru } from './ru/settings.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { settings as vi } from './vi/settings.ts'

export const settingsText = { en, vi, ru } satisfies Text<typeof en>
