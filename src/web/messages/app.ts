import { app as en } from './en/app.ts'
import { app as ru } from './ru/app.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { app as vi } from './vi/app.ts'

export const appText = { en, vi, ru } satisfies Text<typeof en>
