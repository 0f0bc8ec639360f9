import { security as en } from './en/security.ts'
import { security as ru } from './ru/security.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { security as vi } from './vi/security.ts'

export const securityText = { en, vi, ru } satisfies Text<typeof en>
