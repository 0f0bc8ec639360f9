import { shortcuts as en } from './en/shortcuts.ts'
import { shortcuts as ru } from './ru/shortcuts.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { shortcuts as vi } from './vi/shortcuts.ts'

export const shortcutsText = { en, vi, ru } satisfies Text<typeof en>
