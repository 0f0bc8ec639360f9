import { dashboard as en } from './en/dashboard.ts'
import type { Text } from './text.ts'

export const dashboardText = { en } satisfies Text<typeof en>
