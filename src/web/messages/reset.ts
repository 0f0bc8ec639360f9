import { reset as en } from './en/reset.ts'
import { reset as ru } from './ru/reset.ts'
import type { Text } from './text.ts'
import { reset as vi } from './vi/reset.ts'

export const resetText = { en, vi, ru } satisfies Text<typeof en>
