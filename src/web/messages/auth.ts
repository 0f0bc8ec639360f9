import { auth as en } from './en/auth.ts'
import { auth as ru } from './ru/auth.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { auth as vi } from './vi/auth.ts'

export const authText = { en, vi, ru } satisfies Text<typeof en>
