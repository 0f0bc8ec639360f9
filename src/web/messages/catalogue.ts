import { catalogue as en } from './en/catalogue.ts'
import { catalogue as ru } from './ru/catalogue.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { catalogue as vi } from './vi/catalogue.ts'

export const catalogueText = { en, vi, ru } satisfies Text<typeof en>
