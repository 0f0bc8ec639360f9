import { contact as en } from './en/contact.ts'
import { contact as ru } from './ru/contact.ts'
import type { Text } from './text.ts'
import { contact as vi } from './vi/contact.ts'

export const contactText = { en, vi, ru } satisfies Text<typeof en>
