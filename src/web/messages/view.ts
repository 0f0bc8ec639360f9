import { view as en } from './en/view.ts'
import { view as ru } from './ru/view.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { view as vi } from './vi/view.ts'

export const viewText = { en, vi, ru } satisfies Text<typeof en>
