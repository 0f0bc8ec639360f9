import { adminCannedReplies as en } from './en/admin-canned-replies.ts'
import { adminCannedReplies as ru } from './ru/admin-canned-replies.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminCannedReplies as vi } from './vi/admin-canned-replies.ts'

export const adminCannedRepliesText = { en, vi, ru } satisfies Text<typeof en>
