import { parts as en } from './en/parts.ts'
import type { Text } from './text.ts'

export const partsText = { en } satisfies Text<typeof en>
