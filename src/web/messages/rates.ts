import { rates as en } from './en/rates.ts'
import { rates as ru } from './ru/rates.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { rates as vi } from './vi/rates.ts'

export const ratesText = { en, vi, ru } satisfies Text<typeof en>
