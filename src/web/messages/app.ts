import { app as en } from './en/app.ts'
import type { Text } from './text.ts'

export const appText = { en } satisfies Text<typeof en>
