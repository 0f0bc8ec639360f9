import { adminFrame as en } from './en/admin-frame.ts'
import { adminFrame as ru } from './ru/admin-frame.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminFrame as vi } from './vi/admin-frame.ts'

export const adminFrameText = { en, vi, ru } satisfies Text<typeof en>
