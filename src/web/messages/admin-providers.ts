import { adminProviders as en } from './en/admin-providers.ts'
import { adminProviders as ru } from './ru/admin-providers.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminProviders as vi } from './vi/admin-providers.ts'

export const adminProvidersText = { en, vi, ru } satisfies Text<typeof en>
