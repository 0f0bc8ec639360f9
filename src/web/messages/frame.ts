import { frame as en } from './en/frame.ts'
import { frame as ru } from './ru/frame.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { frame as vi } from './vi/frame.ts'

export const frameText = { en, vi, ru } satisfies Text<typeof en>
