import { frame as en } from './en/frame.ts'
import type { Text } from './text.ts'

export const frameText = { en } satisfies Text<typeof en>
