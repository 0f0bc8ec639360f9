import { adminLetters as en } from './en/admin-letters.ts'
import { adminLetters as ru } from './ru/admin-letters.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminLetters as vi } from './vi/admin-letters.ts'

export const adminLettersText = { en, vi, ru } satisfies Text<typeof en>
