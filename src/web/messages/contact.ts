import { contact as en } from './en/contact.ts'
import { contact as ru } from './ru/contact.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { contact as vi } from './vi/contact.ts'

export const contactText = { en, vi, ru } satisfies Text<typeof en>
