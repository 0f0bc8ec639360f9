import { parts as en } from './en/parts.ts'
import { parts as ru } from './ru/parts.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { parts as vi } from './vi/parts.ts'

export const partsText = { en, vi, ru } satisfies Text<typeof en>
