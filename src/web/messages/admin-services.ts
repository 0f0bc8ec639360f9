import { adminServices as en } from './en/admin-services.ts'
import { adminServices as ru } from './ru/admin-services.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminServices as vi } from './vi/admin-services.ts'

export const adminServicesText = { en, vi, ru } satisfies Text<typeof en>
