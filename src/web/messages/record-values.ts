import { recordValues as en } from './en/record-values.ts'
import { recordValues as ru } from './ru/record-values.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { recordValues as vi } from './vi/record-values.ts'

export const recordValuesText = { en, vi, ru } satisfies Text<typeof en>
