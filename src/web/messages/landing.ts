import { landing as en } from './en/landing.ts'
import { landing as ru } from './ru/landing.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { landing as vi } from './vi/landing.ts'

export const landingText = { en, vi, ru } satisfies Text<typeof en>
