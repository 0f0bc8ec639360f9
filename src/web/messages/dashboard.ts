import { dashboard as en } from './en/dashboard.ts'
import { dashboard as ru } from './ru/dashboard.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { dashboard as vi } from './vi/dashboard.ts'

export const dashboardText = { en, vi, ru } satisfies Text<typeof en>
