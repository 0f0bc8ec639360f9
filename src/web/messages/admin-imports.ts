import { adminImports as en } from './en/admin-imports.ts'
import { adminImports as ru } from './ru/admin-imports.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminImports as vi } from './vi/admin-imports.ts'

export const adminImportsText = { en, vi, ru } satisfies Text<typeof en>
