import { twoFactor as en } from './en/two-factor.ts'
import { twoFactor as ru } from './ru/two-factor.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { twoFactor as vi } from './vi/two-factor.ts'

export const twoFactorText = { en, vi, ru } satisfies Text<typeof en>
