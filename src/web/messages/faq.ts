import { faq as en } from './en/faq.ts'
import { faq as ru } from './ru/faq.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { faq as vi } from './vi/faq.ts'

export const faqText = { en, vi, ru } satisfies Text<typeof en>
