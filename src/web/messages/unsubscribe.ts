import { unsubscribe as en } from './en/unsubscribe.ts'
import { unsubscribe as ru } from './ru/unsubscribe.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { unsubscribe as vi } from './vi/unsubscribe.ts'

export const unsubscribeText = { en, vi, ru } satisfies Text<typeof en>
