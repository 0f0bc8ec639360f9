import { apiDocs as en } from './en/api-docs.ts'
import { apiDocs as ru } from './ru/api-docs.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { apiDocs as vi } from './vi/api-docs.ts'

export const apiDocsText = { en, vi, ru } satisfies Text<typeof en>
