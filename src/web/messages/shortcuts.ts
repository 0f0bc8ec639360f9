import { shortcuts as en } from './en/shortcuts.ts'
import type { Text } from './text.ts'

export const shortcutsText = { en } satisfies Text<typeof en>
