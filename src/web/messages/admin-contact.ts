import { adminContact as en } from './en/admin-contact.ts'
import { adminContact as ru } from './ru/admin-contact.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminContact as vi } from './vi/admin-contact.ts'

export const adminContactText = { en, vi, ru } satisfies Text<typeof en>
