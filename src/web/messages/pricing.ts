import { pricing as en } from './en/pricing.ts'
import { pricing as ru } from './ru/pricing.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { pricing as vi } from './vi/pricing.ts'

export const pricingText = { en, vi, ru } satisfies Text<typeof en>
