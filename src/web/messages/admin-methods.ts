import { adminMethods as en } from './en/admin-methods.ts'
import { adminMethods as ru } from './ru/admin-methods.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminMethods as vi } from './vi/admin-methods.ts'

export const adminMethodsText = { en, vi, ru } satisfies Text<typeof en>
