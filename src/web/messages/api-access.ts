import { apiAccess as en } from './en/api-access.ts'
import { apiAccess as ru } from './ru/api-access.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { apiAccess as vi } from './vi/api-access.ts'

export const apiAccessText = { en, vi, ru } satisfies Text<typeof en>
