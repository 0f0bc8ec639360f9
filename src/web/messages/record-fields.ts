import { recordFields as en } from './en/record-fields.ts'
import { recordFields as ru } from './ru/record-fields.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { recordFields as vi } from './vi/record-fields.ts'

export const recordFieldsText = { en, vi, ru } satisfies Text<typeof en>
