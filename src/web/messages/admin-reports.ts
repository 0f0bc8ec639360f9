import { adminReports as en } from './en/admin-reports.ts'
import { adminReports as ru } from './ru/admin-reports.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminReports as vi } from './vi/admin-reports.ts'

export const adminReportsText = { en, vi, ru } satisfies Text<typeof en>
