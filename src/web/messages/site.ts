import { site as en } from './en/site.ts'
import { site as ru } from './ru/site.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { site as vi } from './vi/site.ts'

export const siteText = { en, vi, ru } satisfies Text<typeof en>
