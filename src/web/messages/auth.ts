import { auth as en } from './en/auth.ts'
import type { Text } from './text.ts'

export const authText = { en } satisfies Text<typeof en>
