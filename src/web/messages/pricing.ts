import { pricing as en } from './en/pricing.ts'
import { pricing as ru } from './ru/pricing.ts'
import type { Text } from './text.ts'
import { pricing as vi } from './vi/pricing.ts'

export const pricingText = { en, vi, ru } satisfies Text<typeof en>
