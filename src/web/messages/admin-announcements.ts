import { adminAnnouncements as en } from './en/admin-announcements.ts'
import { adminAnnouncements as ru } from './ru/admin-announcements.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminAnnouncements as vi } from './vi/admin-announcements.ts'

export const adminAnnouncementsText = { en, vi, ru } satisfies Text<typeof en>
