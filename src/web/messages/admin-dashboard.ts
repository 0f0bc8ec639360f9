import { adminDashboard as en } from './en/admin-dashboard.ts'
import { adminDashboard as ru } from './ru/admin-dashboard.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminDashboard as vi } from './vi/admin-dashboard.ts'

export const adminDashboardText = { en, vi, ru } satisfies Text<typeof en>
