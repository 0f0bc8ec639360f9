import { support as en } from './en/support.ts'
import { support as ru } from './ru/support.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { support as vi } from './vi/support.ts'

export const supportText = { en, vi, ru } satisfies Text<typeof en>
