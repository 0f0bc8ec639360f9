import { adminAudit as en } from './en/admin-audit.ts'
import { adminAudit as ru } from './ru/admin-audit.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminAudit as vi } from './vi/admin-audit.ts'

export const adminAuditText = { en, vi, ru } satisfies Text<typeof en>
