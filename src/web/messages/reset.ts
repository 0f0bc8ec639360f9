import { reset as en } from './en/reset.ts'
import { reset as ru } from './ru/reset.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { reset as vi } from './vi/reset.ts'

export const resetText = { en, vi, ru } satisfies Text<typeof en>
